import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { ReadingSample } from './read-feeds.js';

export const READING_HELP = `
pnpm bench reading A B [options]: processor time for reading feeds, by two built checkouts
  --entries N      entries of a usual feed (35)
  --bytes N        its size as text (61000)
  --rounds N       rounds of which the medians are taken (5)
`;

const CHILD = join(import.meta.dirname, 'read-feeds.js');
const run = promisify(execFile);

/** Both read the same: feeds of the farm, and the corpus of odd feeds of the first. Rounds are interleaved. */
export async function benchReading(args: string[], print: (text: string) => void): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      entries: { type: 'string', default: '35' },
      bytes: { type: 'string', default: '61000' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const number = (name: 'entries' | 'bytes' | 'rounds') => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new Error(`--${name} must be a whole number above 0`);
  };
  const [before, after] = positionals.map((root) => resolve(root));
  if (!before || !after) throw new Error(`two built checkouts are needed\n${READING_HELP}`);
  const corpus = join(before, 'apps/crawler/tests/corpus/feeds');
  const shape = JSON.stringify({
    entries: number('entries'),
    bytes: number('bytes'),
    epoch: Date.UTC(2026, 0, 1),
  });
  const samples: Record<'before' | 'after', ReadingSample[]> = { before: [], after: [] };
  for (let round = 0; round < number('rounds'); round += 1) {
    for (const [name, root] of [['before', before] as const, ['after', after] as const]) {
      const { stdout } = await run(process.execPath, [CHILD, root, corpus, shape]);
      samples[name].push(JSON.parse(stdout));
    }
  }
  print('| feeds | before, s | after, s | throughput |');
  print('|---|--:|--:|--:|');
  for (const kind of ['usual', 'odd'] as const) {
    const [one, other] = [samples.before, samples.after].map((all) =>
      median(all.map((sample) => sample[kind])),
    );
    if (one !== undefined && other !== undefined)
      print(`| ${kind} | ${one.toFixed(2)} | ${other.toFixed(2)} | × ${(one / other).toFixed(2)} |`);
  }
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
