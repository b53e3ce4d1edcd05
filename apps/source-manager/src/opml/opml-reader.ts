import { createReadingPool, type ReadingPool } from '@feedwarden/reading-pool';
import { type Logger, Problem } from '@feedwarden/service-kit';
import type { CheckSelector } from '../sources/change/check-settings.js';
import type { OpmlFile, Outline } from './source-of-outline.js';

export type OpmlTasks = {
  opml: {
    input: null;
    value: { kind: 'read'; truncated: boolean } | { kind: 'refused'; status: number; message: string };
    item: Outline;
  };
  /** The bytes are a selector; the value is what is wrong with it, or null. */
  selector: { input: null; value: string | null; item: never };
};

export type ReadOpmlFile = (text: string, signal: AbortSignal) => Promise<OpmlFile>;

/** Files of 64 MB with 100,000 feeds are accepted, so this is more than a feed may cost. */
const LIMITS = { heapMb: 512, deadlineMs: 20_000, maxResultBytes: 256 * 1024 * 1024 };

/** The process in which OPML files are read and selectors tried. It starts with the first. `entry`: its main module. */
export function openOpmlPool(
  logger: Logger,
  entry: URL = new URL('./opml-process.js', import.meta.url),
): ReadingPool<OpmlTasks> {
  const onTrouble = (error: Error) => logger.error({ err: error }, 'OPML files and selectors cannot be read');
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

/** Tries a selector in another process. */
export function createCheckSelector(pool: Pick<ReadingPool<OpmlTasks>, 'run'>): CheckSelector {
  return async (selector) => {
    if (!selector) return null;
    const result = await pool.run({ task: 'selector', input: null, bytes: Buffer.from(selector) });
    return result.kind === 'read' ? result.value : 'costs too much to be used';
  };
}
