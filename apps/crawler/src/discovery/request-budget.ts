import type { FetchPage, FetchResult } from '../polling/ports.js';

export interface RequestBudgetOptions {
  fetchPage: FetchPage;
  maxRequests: number;
  maxSeconds: number;
  /** Waits as long as politeness asks for between two requests to this host. */
  pause: (host: string, signal: AbortSignal) => Promise<void>;
  now: () => Date;
}

/** Fetches one page after another; null: enough was asked already. */
export type FetchWithinBudget = (url: string, signal: AbortSignal) => Promise<FetchResult | null>;

/** One person's curiosity may cost so many requests and so much time, and no host is asked without a pause. */
export function startRequestBudget(options: RequestBudgetOptions): FetchWithinBudget {
  const { fetchPage, maxRequests, maxSeconds, pause, now } = options;
  const endsAt = now().getTime() + maxSeconds * 1000;
  const asked = new Set<string>();
  let requests = 0;
  const isSpent = () => requests >= maxRequests || now().getTime() >= endsAt;

  return async (url, signal) => {
    if (isSpent()) return null;
    const { hostname } = new URL(url);
    if (asked.has(hostname)) await pause(hostname, signal);
    if (isSpent()) return null;
    signal.throwIfAborted();
    asked.add(hostname);
    requests += 1;
    return fetchPage({ url, etag: null, lastModified: null }, signal);
  };
}
