import { type Redirect, webAddresses } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { FetchedPage } from '../fetch/ports.js';
import type { FetchWithinBudget } from './request-budget.js';

export type OpenedAddress = { url: string; redirects: Redirect[] } & (
  | { kind: 'page'; page: FetchedPage }
  | { kind: 'failed'; fact: FailureFact }
);

/** Opens an address as people type it: without a scheme it tries https, then http. */
export async function openAddress(
  text: string,
  fetchPage: FetchWithinBudget,
  maxSeconds: number,
): Promise<OpenedAddress> {
  const tooLate: FailureFact = { kind: 'timeout', seconds: maxSeconds };
  let first: OpenedAddress | null = null;
  for (const url of webAddresses(text)) {
    const fetched = await fetchPage(url);
    const redirects = fetched?.redirects ?? [];
    if (fetched?.kind === 'page') return { kind: 'page', url, page: fetched.page, redirects };
    const fact = fetched ? factOf(fetched) : tooLate;
    // A response says more than a failed connection.
    const failed: OpenedAddress = { kind: 'failed', url, fact, redirects };
    if (redirects.length > 0 || !speaksAnotherWay(fact)) return failed;
    first ??= failed;
  }
  return first ?? { kind: 'failed', url: text, fact: tooLate, redirects: [] };
}

/** A 304 to an unconditional request is a failure. */
function factOf(fetched: { kind: 'failed'; fact: FailureFact } | { kind: 'not_modified' }): FailureFact {
  return fetched.kind === 'failed' ? fetched.fact : { kind: 'status', status: 304, retryAfterAt: null };
}

/** A status over https is final; a host that cannot be connected to may speak only http. */
function speaksAnotherWay(fact: FailureFact): boolean {
  return ['tls', 'connection_refused', 'connection_reset', 'timeout', 'unreachable'].includes(fact.kind);
}
