import type { Deadline } from '@feedwarden/pacing';
import type { FetchPage, FetchResult } from '../fetch/ports.js';

export interface RequestBudgetOptions {
  fetchPage: FetchPage;
  maxRequests: number;
  /** The polite wait between two requests to this host. */
  pause: (host: string, signal: AbortSignal) => Promise<void>;
}

/** Fetches a page; null when the requests or the time are used up. */
export type FetchWithinBudget = (url: string) => Promise<FetchResult | null>;

/** Bounds the requests and the time of one discovery, with a pause between two requests to the same host. */
export function startRequestBudget(
  { fetchPage, maxRequests, pause }: RequestBudgetOptions,
  deadline: Deadline,
): FetchWithinBudget {
  const asked = new Set<string>();
  let requests = 0;

  return async (url) => {
    if (requests >= maxRequests) return null;
    const { hostname } = new URL(url);
    return deadline.within(async (signal) => {
      if (asked.has(hostname)) await pause(hostname, signal);
      asked.add(hostname);
      requests += 1;
      return fetchPage({ url, etag: null, lastModified: null }, signal);
    }, null);
  };
}
