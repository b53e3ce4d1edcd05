import { createReadingPool, type ReadingPool } from '@feedwarden/reading-pool';
import { type Logger, Problem } from '@feedwarden/service-kit';
import type { OpmlFile, Outline } from './source-of-outline.js';

export type OpmlTasks = {
  opml: {
    input: null;
    value: { kind: 'read'; truncated: boolean } | { kind: 'refused'; status: number; message: string };
    item: Outline;
  };
};

export type ReadOpmlFile = (text: string, signal: AbortSignal) => Promise<OpmlFile>;

/** Files of 64 MB with 100,000 feeds are accepted, so this is more than a feed may cost. */
const LIMITS = { heapMb: 512, deadlineMs: 20_000, maxResultBytes: 256 * 1024 * 1024 };

/** The process in which OPML files are read. It starts with the first file. `entry`: its main module. */
export function openOpmlPool(
  logger: Logger,
  entry: URL = new URL('./opml-process.js', import.meta.url),
): ReadingPool<OpmlTasks> {
  const onTrouble = (error: Error) => logger.error({ err: error }, 'OPML files cannot be read');
  return createReadingPool<OpmlTasks>({ entry, readers: 1, limits: LIMITS, onTrouble });
}

/** Reads an OPML file in another process. Throws a Problem when the file cannot be read. */
export function createReadOpmlFile(pool: Pick<ReadingPool<OpmlTasks>, 'run'>): ReadOpmlFile {
  return async (text, signal) => {
    const result = await pool.run({ task: 'opml', input: null, bytes: Buffer.from(text) }, { signal });
    if (result.kind !== 'read') throw new Problem(400, `the file cannot be read: ${result.detail}`);
    const { value, items } = result;
    if (value.kind === 'refused') throw new Problem(value.status, value.message);
    return { outlines: items, truncated: value.truncated };
  };
}
