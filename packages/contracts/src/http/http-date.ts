const HTTP_DATE = /^(?:[A-Z][a-z]+,? |\d{4}-\d\d-\d\dT)/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} /;
const SECONDS = /^\d+(\.\d+)?$/;
/** "Never" in seconds would not be a valid date. Nothing that reads a header waits this long. */
export const LONGEST_HEADER_SECONDS = 366 * 24 * 3600;

/** Reads any of HTTP's three date formats, and the ISO format that some servers send instead. */
export function parseHttpDate(header: string | null | undefined): Date | null {
  const value = header?.trim() ?? '';
  if (!HTTP_DATE.test(value)) return null;
  // The oldest of the three formats has no zone and would be read as local time.
  const date = new Date(ASCTIME.test(value) ? `${value} GMT` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Reads Retry-After: a number of seconds from now, or a date. */
export function parseRetryAfter(header: string | null | undefined, now: Date): Date | null {
  const value = header?.trim() ?? '';
  if (!SECONDS.test(value)) return parseHttpDate(value);
  return new Date(now.getTime() + Math.min(Number(value), LONGEST_HEADER_SECONDS) * 1000);
}
