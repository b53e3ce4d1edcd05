import { parseHttpDate } from './http-date.js';

const SECONDS = /^\d+(\.\d+)?$/;
/** "Never again" in seconds is no date at all; the longest wait that is honoured is far below this. */
export const LONGEST_SECONDS = 366 * 24 * 3600;

/** When the remote wants to be asked again: seconds from now, or a date. */
export function parseRetryAfter(header: string | undefined, now: Date): Date | null {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) return new Date(now.getTime() + Math.min(Number(value), LONGEST_SECONDS) * 1000);
  return parseHttpDate(value);
}
