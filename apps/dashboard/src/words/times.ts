const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How long, as short as people say it: `12 s`, `27 min`, `3 h 36`, `32 h`, `8 d`. */
export function span(ms: number): string {
  const size = Math.abs(ms);
  if (size < 59_500) return `${Math.round(size / 1000)} s`;
  if (size < HOUR - MINUTE / 2) return `${Math.round(size / MINUTE)} min`;
  const minutes = Math.round(size / MINUTE);
  if (minutes < 600)
    return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60}` : `${minutes / 60} h`;
  return size < 2 * DAY ? `${Math.round(size / HOUR)} h` : `${Math.round(size / DAY)} d`;
}

/** How long, within a sentence: `3 hours`, `one day`. */
export function spanInWords(ms: number): string {
  const size = Math.abs(ms);
  if (size < 90_000) return counted(Math.round(size / 1000), 'second');
  if (size < 90 * MINUTE) return counted(Math.round(size / MINUTE), 'minute');
  return size < 2 * DAY ? counted(Math.round(size / HOUR), 'hour') : counted(Math.round(size / DAY), 'day');
}

/** `in 27 min`, or `now` when the time has come. */
export function untilWords(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  return ms < 1000 ? 'now' : `in ${span(ms)}`;
}

/** The time of day for today, with the day for this week and the next, else the date. */
export function clock(at: Date, now: Date): string {
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (at.toDateString() === now.toDateString()) return time;
  const distance = Math.abs(at.getTime() - now.getTime());
  if (distance < 14 * DAY) return `${DAYS[at.getDay()]} ${at.getDate()}, ${time}`;
  return calendarDay(at, now);
}

export function clockWithSeconds(at: Date, now: Date): string {
  return distanceInDays(at, now) < 14 ? `${clock(at, now)}:${two(at.getSeconds())}` : clock(at, now);
}

/** `2 Mar`, or `2 Mar 2025` in another year. */
export function calendarDay(at: Date, now: Date): string {
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}

export const weekday = (at: Date): string => `${DAYS[at.getDay()]} ${at.getDate()}`;

/** Within a sentence: `today at 16:40`, `tomorrow at 09:00`, `on Thursday 19, 23:10`. */
export function atClock(at: Date, now: Date): string {
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const days = calendarDays(at, now);
  const named = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[String(days)];
  return named ? `${named} at ${time}` : `on ${clock(at, now)}`;
}

/** `1 feed`, `12,480 feeds`. */
export const counted = (count: number, thing: string, things = `${thing}s`): string =>
  `${count === 1 ? 'one' : formatNumber(count)} ${count === 1 ? thing : things}`;

export const formatNumber = (value: number): string => value.toLocaleString('en-US');

const two = (value: number) => String(value).padStart(2, '0');
const distanceInDays = (at: Date, now: Date) => Math.abs(at.getTime() - now.getTime()) / DAY;

function calendarDays(at: Date, now: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(at) - midnight(now)) / DAY);
}
