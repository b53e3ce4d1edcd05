import type { PollError } from './poll-error.js';
import type { PollHealth } from './poll-health.js';

/** A streak of permanent failures in words: `5 consecutive 404 errors`, `1 consecutive 410 error`. */
export function describeStreak({ permanentStreak, typeStreak }: PollHealth, error: PollError): string {
  // Every permanent type comes from one cause, so a streak of one type is a streak of the last error.
  const errors = permanentStreak === 1 ? 'error' : 'errors';
  if (typeStreak >= permanentStreak) return `${permanentStreak} consecutive ${shortName(error)} ${errors}`;
  return `${permanentStreak} consecutive permanent ${errors}, the last one ${shortName(error)}`;
}

function shortName(error: PollError): string {
  return error.statusCode > 0 ? String(error.statusCode) : error.code.replaceAll('_', ' ');
}
