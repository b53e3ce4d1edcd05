import type { Feed } from './ports.js';

type Reading = Pick<Feed, 'url' | 'type' | 'articleSelector'>;

/** Another page, or another reader of it: what is known of the last answer is of no use then. */
export function readsOtherwise(now: Reading, before: Reading): boolean {
  return now.url !== before.url || now.type !== before.type || now.articleSelector !== before.articleSelector;
}
