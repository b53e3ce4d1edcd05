const SECONDS = /^\d+(\.\d+)?$/;
const HTTP_DATE = /^(?:[A-Z][a-z]+,? |\d{4}-\d\d-\d\dT)/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} /;
/** "Never again" in seconds is no date at all; the longest wait that is honoured is far below this. */
const LONGEST_SECONDS = 366 * 24 * 3600;

/** When the remote wants to be asked again: seconds from now, or a date. */
export function parseRetryAfter(header: string | undefined, now: Date): Date | null {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) return new Date(now.getTime() + Math.min(Number(value), LONGEST_SECONDS) * 1000);
  if (!HTTP_DATE.test(value)) return null;
  // The oldest of the three HTTP date forms names no zone and would be read as local time.
  const date = new Date(ASCTIME.test(value) ? `${value} GMT` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}
