import type { Terminal } from './terminal.js';

const TELL_EVERY = 500;

/** The items of a list, all of them or so many; long lists tell how far they are. */
export async function takeUpTo<Item>(
  limit: number | undefined,
  items: AsyncIterable<Item>,
  terminal: Terminal,
): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= (limit ?? Number.POSITIVE_INFINITY)) break;
    if (taken.length % TELL_EVERY === 0) terminal.progress(`${taken.length} read …`);
  }
  terminal.progress(null);
  return taken;
}
