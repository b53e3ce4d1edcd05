const HTTP_DATE = /^(?:[A-Z][a-z]+,? |\d{4}-\d\d-\d\dT)/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} /;

/** A date of any of the three HTTP forms, or the ISO form that some servers write instead. */
export function parseHttpDate(header: string | undefined): Date | null {
  const value = header?.trim() ?? '';
  if (!HTTP_DATE.test(value)) return null;
  // The oldest of the three forms names no zone and would be read as local time.
  const date = new Date(ASCTIME.test(value) ? `${value} GMT` : value);
  return Number.isNaN(date.getTime()) ? null : date;
}
