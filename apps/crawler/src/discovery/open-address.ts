import { webAddresses } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { FetchedPage } from '../polling/ports.js';
import type { FetchWithinBudget } from './request-budget.js';

export type OpenedAddress =
  | { kind: 'page'; url: string; page: FetchedPage }
  | { kind: 'failed'; url: string; fact: FailureFact };

/** The page at an address as people write it: without a scheme it is https, or http where nobody speaks that. */
export async function openAddress(
  text: string,
  fetchPage: FetchWithinBudget,
  signal: AbortSignal,
): Promise<OpenedAddress> {
  let first: OpenedAddress | null = null;
  for (const url of webAddresses(text)) {
    const fetched = await fetchPage(url, signal);
    if (fetched?.kind === 'page') return { kind: 'page', url, page: fetched.page };
    const fact = fetched?.kind === 'failed' ? fetched.fact : NO_ANSWER;
    // An answer tells more than a connection that failed.
    if (fact.kind === 'status') return { kind: 'failed', url, fact };
    first ??= { kind: 'failed', url, fact };
    if (!speaksAnotherWay(fact)) break;
  }
  return first ?? { kind: 'failed', url: text, fact: NO_ANSWER };
}

/** A 304 to a question without a condition, or no time left to ask. */
const NO_ANSWER: FailureFact = { kind: 'unknown', detail: 'there was no answer to judge by' };

/** Whoever answers https with a status means it; whoever cannot be connected to may speak http alone. */
function speaksAnotherWay(fact: FailureFact): boolean {
  return ['tls', 'connection_refused', 'connection_reset', 'timeout', 'unreachable'].includes(fact.kind);
}
