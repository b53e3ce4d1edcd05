import type { Terminal } from './terminal/terminal.js';

const REPORT_EVERY = 500;

/** The items of a list, all of them or the first `limit`; long lists report their progress. */
export async function takeUpTo<Item>(
  limit: number | undefined,
  items: AsyncIterable<Item>,
  terminal: Terminal,
): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
    if (taken.length % REPORT_EVERY === 0) terminal.progress(`${taken.length} read …`);
  }
  terminal.progress(null);
  return taken;
}
