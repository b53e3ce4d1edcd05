import { monthNumber } from './month-names.js';

export interface Day {
  year: number;
  month: number;
  day: number;
}

const COUNTED = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/;
const WEEKDAY = /^\p{L}+\.?,?\s+/u;

/** `2 Jan 2026`, `January 2nd, 26`, `Fri Jan  2 2026`, `Nov. 2020`: the month has a name, day and year are numbers. */
export function namedDay(text: string): Day | null {
  // The last, because `mar` is also a Tuesday in three languages.
  const month = text
    .match(/\p{L}+/gu)
    ?.map(monthNumber)
    .findLast(Boolean);
  const [first, second, third] = text.match(/\d+/g) ?? [];
  if (!month || !first || third) return null;
  if (!second) return first.length === 4 ? validDay(Number(first), month, 1) : null;
  const [day, year] = first.length > 2 ? [second, first] : [first, second];
  return validDay(fullYear(year), month, Number(day));
}

export function numericDay(written: string): Day | null {
  const counted = COUNTED.exec(written);
  if (counted) return validDay(Number(counted[1]), Number(counted[2]), Number(counted[3]));
  const text = written.replace(WEEKDAY, '').replace(/([-/.])\s+(?=\d)/g, '$1');
  const iso = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?|(\d{2})(\d{2}))?\.?\s*[tz]?$/i.exec(text);
  if (iso) return validDay(Number(iso[1]), Number(iso[2] ?? iso[4] ?? 1), Number(iso[3] ?? iso[5] ?? 1));
  const [, first, separator, second, year] =
    /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|(?<=\..*\.)\d{2})$/.exec(text) ?? [];
  if (!first || !second || !year) return null;
  // Nobody who separates by dots writes the month first.
  if (separator === '.') return validDay(fullYear(year), Number(second), Number(first));
  // Half the world writes the day first. An ambiguous date is not guessed.
  const [day, month] = Number(first) > 12 ? [first, second] : [second, first];
  return Number(day) > 12 || day === month ? validDay(Number(year), Number(month), Number(day)) : null;
}

export function startOfDay({ year, month, day }: Day): number {
  // Not Date.UTC, which takes the year 1 for 1901.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 3) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function validDay(year: number, month: number, day: number): Day | null {
  const date = new Date(startOfDay({ year, month, day }));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null;
}
