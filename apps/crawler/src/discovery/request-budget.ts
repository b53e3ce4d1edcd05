import type { FetchPage, FetchResult } from '../fetch/ports.js';
import type { TimeLimit } from './time-limit.js';

export interface RequestBudgetOptions {
  fetchPage: FetchPage;
  maxRequests: number;
  /** Waits as long as politeness asks for between two requests to this host. */
  pause: (host: string, signal: AbortSignal) => Promise<void>;
}

/** Fetches one page after another; null: enough was asked already, or it took too long. */
export type FetchWithinBudget = (url: string) => Promise<FetchResult | null>;

/** One person's curiosity may cost so many requests and so much time, and no host is asked without a pause. */
export function startRequestBudget(
  { fetchPage, maxRequests, pause }: RequestBudgetOptions,
  time: TimeLimit,
): FetchWithinBudget {
  const asked = new Set<string>();
  let requests = 0;

  return async (url) => {
    if (requests >= maxRequests) return null;
    const { hostname } = new URL(url);
    return time.within(async (signal) => {
      if (asked.has(hostname)) await pause(hostname, signal);
      asked.add(hostname);
      requests += 1;
      return fetchPage({ url, etag: null, lastModified: null }, signal);
    }, null);
  };
}
