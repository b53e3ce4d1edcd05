/** In whatever unit the caller counts. */
export interface BackoffRange {
  first: number;
  longest: number;
}

/** 2^40 of any unit is beyond any limit, and still an exact number. */
const MAX_DOUBLINGS = 40;

/** `first × 2^doublings`, at most `longest`. Exact for any count. */
export function backoff(doublings: number, { first, longest }: BackoffRange): number {
  return Math.min(first * 2 ** Math.min(Math.max(doublings, 0), MAX_DOUBLINGS), longest);
}

/** Shortens a delay by up to half, so that those who failed together do not try again together. */
export function withJitter(delay: number, random: () => number): number {
  return delay * (0.5 + random() / 2);
}
