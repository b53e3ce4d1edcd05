#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchPlot, PLOT_HELP } from './measure/plot.js';
import { type BenchmarkOptions, runRounds } from './measure/run-rounds.js';
import { asTable, detailTable, summarise } from './measure/summary.js';
import { benchPosts, POSTS_HELP } from './posts/command.js';
import { benchReading, READING_HELP } from './reading/command.js';
import { SOURCE_COMMANDS, SOURCES_HELP } from './source-manager/command.js';
import { feedwarden } from './subjects/feedwarden.js';
import { FLOORS } from './subjects/floors.js';
import { naiveLoop } from './subjects/naive-loop.js';
import { MODES, type Mode, type Subject } from './subjects/subject.js';

const HELP = `How fast Feedwarden polls, beside a naive loop and the floors, in one run.

pnpm bench [options]
  --feeds N      feeds in the farm (2000)
  --hosts N      addresses they are spread over (as many as feeds; with --tls 100)
  --entries N    entries of a feed (35)
  --bytes N      size of a feed as text (61000)
  --rounds N     rounds of which the medians are taken (3)
  --modes LIST   of ${MODES.join(', ')} (all but failing)
  --only LIST    subjects: feedwarden, naive loop, fetch only, scan only, insert only (all)
  --compare A B  two built checkouts instead of the other subjects
  --tls          https
  --json FILE    every measurement, as JSON
${SOURCES_HELP}${POSTS_HELP}${READING_HELP}${PLOT_HELP}`;

const [name = '', ...args] = process.argv.slice(2);
const command = { ...SOURCE_COMMANDS, posts: benchPosts, reading: benchReading, plot: benchPlot }[name];
const { values, positionals } = parseArgs({
  ...(command && { args: [] }),
  allowPositionals: true,
  options: {
    feeds: { type: 'string', default: '2000' },
    hosts: { type: 'string' },
    entries: { type: 'string', default: '35' },
    bytes: { type: 'string', default: '61000' },
    rounds: { type: 'string', default: '3' },
    modes: { type: 'string' },
    only: { type: 'string' },
    compare: { type: 'boolean', default: false },
    tls: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const print = (text: string) => void process.stdout.write(`${text}\n`);

if (command) await command(args, print);
else if (values.help) print(HELP);
else await run();

async function run(): Promise<void> {
  const feeds = count('feeds');
  const options: BenchmarkOptions = {
    feeds,
    hosts: values.hosts === undefined ? (values.tls ? 100 : feeds) : count('hosts'),
    entries: count('entries'),
    bytes: count('bytes'),
    rounds: count('rounds'),
    modes: chosenModes(),
    tls: values.tls,
  };
  const samples = await runRounds(
    options,
    chosenSubjects(),
    (text) => void process.stderr.write(`${text}\n`),
  );
  const summaries = summarise(samples);
  print(
    `${options.rounds} rounds, ${feeds} feeds on ${options.hosts} hosts, ${options.entries} entries, ${options.bytes} bytes\n`,
  );
  print(asTable(summaries, options.modes));
  print(`\n${detailTable(summaries)}`);
  if (values.json)
    writeFileSync(values.json, `${JSON.stringify({ options, samples, summaries }, null, 2)}\n`);
}

function chosenSubjects(): Subject[] {
  if (values.compare) {
    const [before, after] = positionals;
    if (!before || !after) throw usage('--compare takes the folders of two built checkouts');
    return [feedwarden('before', resolve(before)), feedwarden('after', resolve(after))];
  }
  const own = join(import.meta.dirname, '../../..');
  const all: Subject[] = [feedwarden('feedwarden', own), naiveLoop, ...FLOORS];
  if (values.only === undefined) return all;
  return list(values.only).map(
    (name) => all.find((subject) => subject.name === name) ?? fail(`there is no subject ${name}`),
  );
}

function chosenModes(): Mode[] {
  if (values.modes === undefined) return MODES.filter((mode) => mode !== 'failing');
  return list(values.modes).map(
    (name) => MODES.find((mode) => mode === name) ?? fail(`there is no mode ${name}`),
  );
}

function list(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function count(name: 'feeds' | 'hosts' | 'entries' | 'bytes' | 'rounds'): number {
  const number = Number(values[name]);
  return Number.isInteger(number) && number > 0 ? number : fail(`--${name} must be a whole number above 0`);
}

function fail(why: string): never {
  throw usage(why);
}

function usage(why: string): Error {
  process.exitCode = 2;
  return new Error(`${why}\n\n${HELP}`);
}
