import { setImmediate as nextTurn } from 'node:timers/promises';

const ITEMS_PER_TURN = 50;

/** Does something with each of many items. It holds the thread, so between some of them others get their turn. */
export async function inTurns<Item>(items: Item[], work: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    work(item);
    if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await nextTurn();
  }
}
