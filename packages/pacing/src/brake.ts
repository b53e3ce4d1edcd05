import { type BackoffRange, backoff, withJitter } from './backoff.js';

/** Holds work back while it would fail: after a failure nothing begins for a while, then one piece of work on trial. */
export interface Brake {
  /** How much may begin now. */
  room(): number;
  /** Until it may go on; 0 if it may. */
  waitMs(): number;
  /** Between a failure and the next success. */
  isOn(): boolean;
  failed(): void;
  succeeded(): void;
}

/** `range` is in milliseconds: each failure of a trial doubles the pause. */
export function createBrake(range: BackoffRange, now = Date.now, random = Math.random): Brake {
  let failures = 0;
  let pausedUntil = 0;
  const waitMs = () => Math.max(0, pausedUntil - now());

  return {
    waitMs,
    isOn: () => failures > 0,
    room: () => {
      if (waitMs() > 0) return 0;
      return failures > 0 ? 1 : Number.POSITIVE_INFINITY;
    },
    failed() {
      // What was under way when the pause began fails as well, and says nothing new.
      if (waitMs() > 0) return;
      pausedUntil = now() + withJitter(backoff(failures, range), random);
      failures += 1;
    },
    succeeded() {
      if (waitMs() === 0) failures = 0;
    },
  };
}
