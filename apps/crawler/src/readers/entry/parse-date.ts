import { namedDay, numericDay, startOfDay } from './calendar-day.js';
import { inUsualForm } from './date-forms.js';
import { readZone } from './time-zones.js';
import { parseUsualDate } from './usual-date.js';

/** The first of these texts that is a date. */
export function firstDate(texts: Iterable<string | null>): Date | null {
  for (const text of texts) {
    const date = text ? parseDate(text) : null;
    if (date) return date;
  }
  return null;
}

/** Longer texts are not dates. */
const MAX_CHARS = 200;
const DAY = 86_400_000;
const TIME =
  /(?:(오전|오후|上午|下午|午前|午後)\s*)?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d*))?)?\s*([ap]\.?m\b\.?|[πμ]\.?μ\.?)?/i;
/** A dash before the time, or the zone once more: `+0000 UTC`. */
const TRAILING = /[\s,–-]+(?:[A-Z]{3,5})?\s*$/;

/** Reads the dates of feeds: RFC 822, ISO 8601, and their many variations. No zone means UTC, an unknown one no date. */
export function parseDate(text: string): Date | null {
  return parseUsualDate(text) ?? parseAnyDate(text);
}

export function parseAnyDate(text: string): Date | null {
  if (text.length > MAX_CHARS) return null;
  const written = inUsualForm(withoutMarkup(text));
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(written)) return plausible(Number(written) * 1000);
  if (/^\d{12,13}$/.test(written)) return plausible(Number(written));
  const time = TIME.exec(written);
  if (!time) return at(dayIn(written), 0);
  const clock = milliseconds(time);
  const zone = readZone(written.slice(time.index + time[0].length));
  if (clock === null || !zone) return null;
  const local = at(dayIn(`${written.slice(0, time.index)} ${zone.rest}`), clock);
  return local && plausible(local.getTime() - zone.minutesAt(local) * 60_000);
}

/** Some feeds contain the HTML element that shows the date. */
function withoutMarkup(text: string): string {
  const [, datetime] = /<time\s[^>]*datetime\s*=\s*["']([^"']+)/i.exec(text) ?? [];
  return datetime ?? text.replace(/<[^>]*>/g, ' ');
}

/** The time of day; null when there is no such time. */
function milliseconds(time: RegExpExecArray): number | null {
  const [, before, hour, minute, second = '0', fraction = '', after] = time;
  const half = before ?? after;
  const isAfternoon = half !== undefined && /^(p|μ|오후|下午|午後)/i.test(half);
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  if (hours > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const seconds = (hours * 60 + Number(minute)) * 60 + Math.min(Number(second), 59);
  return seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

const dayIn = (text: string) => namedDay(text) ?? numericDay(text.replace(TRAILING, '').trim());

function at(day: ReturnType<typeof dayIn>, clock: number): Date | null {
  return day && plausible(startOfDay(day) + clock);
}

/** Software that has no date writes the beginning of an era or of its clock, in any zone. */
function plausible(time: number): Date | null {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return Math.abs(time) > DAY && year >= 1900 && year <= 2100 ? date : null;
}
