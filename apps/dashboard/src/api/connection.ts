import { ApiError, ApiUnreachableError } from '@feedwarden/client/browser';
import { createStore } from '../parts/store.js';

export interface Connection {
  /** When source-manager last answered; null: it has not yet. */
  answeredAt: number | null;
  /** Since when it does not answer; null: it does. */
  lostSince: number | null;
  /** Since when the crawler does not answer; null: it does. */
  crawlerLostSince: number | null;
  /** The log-in has ended; the page shows the log-in card over itself. */
  isLoggedOut: boolean;
  /** Whether changes arrive by themselves. */
  isLive: boolean;
}

export const connection = createStore<Connection>({
  answeredAt: null,
  lostSince: null,
  crawlerLostSince: null,
  isLoggedOut: false,
  isLive: false,
});

export function reportSuccess(): void {
  const { lostSince, answeredAt } = connection.get();
  if (lostSince !== null || answeredAt === null || Date.now() - answeredAt > 1000)
    connection.set({ answeredAt: Date.now(), lostSince: null });
}

/** Only silence counts: a service that refuses something is there. */
export function reportFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) connection.set({ isLoggedOut: true });
  if (!isSilence(error) || error instanceof CrawlerSilence) return;
  const { lostSince } = connection.get();
  if (lostSince === null) connection.set({ lostSince: Date.now(), isLive: false });
}

/** The crawler did not answer: the page goes on without it. */
export class CrawlerSilence extends Error {
  constructor(cause: unknown) {
    super('the crawler does not answer', { cause });
  }
}

/** Asks the crawler, and remembers whether it answers. */
export async function askCrawler<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await ask();
    if (connection.get().crawlerLostSince !== null) connection.set({ crawlerLostSince: null });
    return answer;
  } catch (error) {
    if (!isSilence(error)) throw error;
    const { crawlerLostSince } = connection.get();
    if (crawlerLostSince === null) connection.set({ crawlerLostSince: Date.now() });
    throw new CrawlerSilence(error);
  }
}

/** Nobody there, or a proxy that says so. An overload (503) or a limit (429) is an answer. */
function isSilence(error: unknown): boolean {
  return (
    error instanceof ApiUnreachableError || (error instanceof ApiError && [502, 504].includes(error.status))
  );
}
