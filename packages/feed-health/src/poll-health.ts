import type { ErrorType, FailureType } from '@feedwarden/contracts';
import type { PollError } from './classify-failure.js';

/** What the polls so far say about a source. Thresholds count the trailing streaks, backoff counts all failures. */
export interface PollHealth {
  consecutiveFailures: number;
  /** How many of the last failures in a row were of `lastErrorType`. */
  typeStreak: number;
  /** How many of the last failures in a row were permanent. */
  permanentStreak: number;
  lastFailureType: FailureType | null;
  lastErrorType: ErrorType | null;
  lastError: string | null;
  failingSince: Date | null;
  lastPolledAt: Date | null;
  lastSuccessAt: Date | null;
}

const NO_FAILURES = {
  consecutiveFailures: 0,
  typeStreak: 0,
  permanentStreak: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  failingSince: null,
};

export const INITIAL_HEALTH: PollHealth = { ...NO_FAILURES, lastPolledAt: null, lastSuccessAt: null };

export function afterSuccess(at: Date): PollHealth {
  return { ...NO_FAILURES, lastPolledAt: at, lastSuccessAt: at };
}

export function afterFailure(before: PollHealth, error: PollError, at: Date): PollHealth {
  return {
    consecutiveFailures: before.consecutiveFailures + 1,
    typeStreak: before.lastErrorType === error.type ? before.typeStreak + 1 : 1,
    permanentStreak: error.failureType === 'permanent' ? before.permanentStreak + 1 : 0,
    lastFailureType: error.failureType,
    lastErrorType: error.type,
    lastError: error.message,
    failingSince: before.failingSince ?? at,
    lastPolledAt: at,
    lastSuccessAt: before.lastSuccessAt,
  };
}

/** A failure that is not the feed's: it was polled, and nothing counts. */
export function afterFrozenPoll(before: PollHealth, at: Date): PollHealth {
  return { ...before, lastPolledAt: at };
}

/** A fresh start by a person: failures are forgotten, when it was polled is not. */
export function afterReset(before: PollHealth): PollHealth {
  return { ...before, ...NO_FAILURES };
}
