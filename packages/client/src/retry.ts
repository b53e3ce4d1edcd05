import { backoff, withJitter } from '@feedwarden/pacing';

/** How often and how patiently a call is tried again. */
export interface RetryOptions {
  /** Attempts after the first one. */
  retries: number;
  /** The wait before the second attempt; it doubles from one to the next. */
  baseDelayMs: number;
  /** No wait is longer; a service that asks for a longer one is not asked again. */
  maxDelayMs: number;
}

export const DEFAULT_RETRY: RetryOptions = { retries: 3, baseDelayMs: 250, maxDelayMs: 10_000 };
export const NO_RETRY: RetryOptions = { ...DEFAULT_RETRY, retries: 0 };

const REPEATABLE_METHODS = ['get', 'put', 'patch', 'delete'];
const PASSING_STATUSES = [429, 502, 503, 504];

/**
 * Whether a call does no harm when it is carried out twice: its response may be lost after the work is done. A change
 * that names the version it expects would find its own change in the way.
 */
export function isRepeatable(method: string, headers: Headers): boolean {
  if (headers.has('idempotency-key')) return true;
  return REPEATABLE_METHODS.includes(method.toLowerCase()) && !headers.has('if-match');
}

/** Whether a status means "not now"; null stands for no response at all. */
export function isPassing(status: number | null): boolean {
  return status === null || PASSING_STATUSES.includes(status);
}

/** The wait before the attempt after this one (1 is the first); null: it is not worth another. */
export function retryDelay(
  options: RetryOptions,
  attempt: number,
  retryAfterMs: number | null,
  random: () => number,
): number | null {
  if (attempt > options.retries || (retryAfterMs ?? 0) > options.maxDelayMs) return null;
  const delay = backoff(attempt - 1, { first: options.baseDelayMs, longest: options.maxDelayMs });
  return Math.max(withJitter(delay, random), retryAfterMs ?? 0);
}

/** Waits, or rejects with the signal's reason as soon as it is aborted. */
export function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
