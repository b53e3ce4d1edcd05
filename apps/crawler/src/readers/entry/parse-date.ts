import { monthNumber } from './month-names.js';
import { zoneMinutes } from './time-zones.js';

/** The first of these texts that is a date. */
export function firstDate(texts: (string | null)[]): Date | null {
  for (const text of texts) {
    const date = text ? parseDate(text) : null;
    if (date) return date;
  }
  return null;
}

/** Longer texts are no dates, whatever they are. */
const MAX_CHARS = 200;
const DAY = 86_400_000;
const TIME = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?\s*([ap]\.?m\b\.?)?/i;
const ZONE = /^\s*(?:(?:utc|gmt|ut|z)?\s*([+-]\d{1,2}:?(?:\d{2})?)|([a-z]{1,5}))(?![a-z\d])/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(?!\d)/;
const COUNTED = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/;
/** A dash before the time, or the zone once more: `+0000 UTC`. */
const TRAILING = /[\s,–-]+(?:utc|gmt)?\s*$/i;

interface Day {
  year: number;
  month: number;
  day: number;
}

/** Reads the dates of feeds: RFC 822, ISO 8601, and their many variations. No zone means UTC. */
export function parseDate(text: string): Date | null {
  if (text.length > MAX_CHARS) return null;
  const written = withoutMarkup(text)
    .replace(/\([^)]*\)/g, ' ')
    .replace(COMPACT, '$1-$2-$3T$4:$5:$6')
    .trim();
  if (/^\d{9,10}$/.test(written)) return plausible(Number(written) * 1000);
  if (/^\d{12,13}$/.test(written)) return plausible(Number(written));
  const time = TIME.exec(written);
  const behind = time ? written.slice(time.index + time[0].length) : '';
  const zone = ZONE.exec(behind);
  const offset = zone ? zoneMinutes(zone[1] ?? zone[2] ?? '') : null;
  const rest = time
    ? `${written.slice(0, time.index)} ${offset === null ? behind : behind.slice(zone?.[0].length)}`
    : written;
  const day = namedDay(rest) ?? numericDay(rest.replace(TRAILING, '').trim());
  const clock = time ? milliseconds(time) : 0;
  if (!day || clock === null) return null;
  return plausible(startOfDay(day) + clock - (offset ?? 0) * 60_000);
}

/** Some feeds contain the HTML element that shows the date. */
function withoutMarkup(text: string): string {
  const [, datetime] = /<time\s[^>]*datetime\s*=\s*["']([^"']+)/i.exec(text) ?? [];
  return datetime ?? text.replace(/<[^>]*>/g, ' ');
}

function milliseconds([, hour, minute, second = '0', fraction = '', half]: RegExpExecArray): number | null {
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const seconds = (hours * 60 + Number(minute)) * 60 + Math.min(Number(second), 59);
  return seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** `2 Jan 2026`, `January 2nd, 26`, `Fri Jan  2 2026`: the month has a name, the day and the year are numbers. */
function namedDay(text: string): Day | null {
  // The last, because `mar` is also a Tuesday in three languages.
  const month = text
    .match(/\p{L}+/gu)
    ?.map(monthNumber)
    .findLast(Boolean);
  const [first, second, third] = text.match(/\d+/g) ?? [];
  if (!month || !first || !second || third) return null;
  const [day, year] = first.length > 2 ? [second, first] : [first, second];
  return validDay(fullYear(year), month, Number(day));
}

function numericDay(text: string): Day | null {
  const counted = COUNTED.exec(text);
  if (counted) return validDay(Number(counted[1]), Number(counted[2]), Number(counted[3]));
  const iso = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?|(\d{2})(\d{2}))?\s*[tz]?$/i.exec(text);
  if (iso) return validDay(Number(iso[1]), Number(iso[2] ?? iso[4] ?? 1), Number(iso[3] ?? iso[5] ?? 1));
  const [, first, second, year] = /^(?:\p{L}+,?\s+)?(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/u.exec(text) ?? [];
  if (!first || !second || !year) return null;
  // Half the world writes the day first. An ambiguous date is not guessed.
  const [day, month] = Number(first) > 12 ? [first, second] : [second, first];
  return Number(day) > 12 || day === month ? validDay(Number(year), Number(month), Number(day)) : null;
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

function startOfDay({ year, month, day }: Day): number {
  // Not Date.UTC, which takes the year 1 for 1901.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** Software that has no date writes the beginning of an era or of its clock, in any zone. */
function plausible(time: number): Date | null {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return Math.abs(time) > DAY && year >= 1900 && year <= 2100 ? date : null;
}
