import type { FeedRhythm } from '@feedwarden/feed-health';
import { elements, type FeedFamily, textOf, type XmlElement } from './xml-element.js';

const HOUR = 60;
const DAY = 24 * HOUR;
const MINUTES_OF = new Map([
  ['hourly', HOUR],
  ['daily', DAY],
  ['weekly', 7 * DAY],
  ['monthly', 30 * DAY],
  ['yearly', 365 * DAY],
]);
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The rhythm a feed declares: `ttl`, `skipHours` and `skipDays` of RSS, and the syndication module of RDF. */
export function xmlRhythm(feed: XmlElement, family: FeedFamily): FeedRhythm | null {
  const minutes = [wholeNumber(textOf(feed[`${family}:ttl`])), updateMinutes(feed)].flatMap(
    (one) => one ?? [],
  );
  const rhythm = {
    everyMinutes: minutes.length > 0 ? Math.max(...minutes) : null,
    skipHours: listed(feed[`${family}:skiphours`], 'hour').flatMap(hourOf),
    skipDays: listed(feed[`${family}:skipdays`], 'day').flatMap(dayOf),
  };
  const says = rhythm.everyMinutes !== null || rhythm.skipHours.length > 0 || rhythm.skipDays.length > 0;
  return says ? rhythm : null;
}

/**
 * How often it is updated, not when: half of the web has the same `updateBase`, and all its feeds would be polled in
 * the same minute.
 */
function updateMinutes(feed: XmlElement): number | null {
  const period = textOf(feed['syn:updateperiod']);
  const frequency = textOf(feed['syn:updatefrequency']);
  if (!period && !frequency) return null;
  const minutes = MINUTES_OF.get(period?.toLowerCase() ?? 'daily');
  const times = frequency ? wholeNumber(frequency) : 1;
  return minutes && times ? Math.ceil(minutes / times) : null;
}

function listed(list: unknown, name: string): string[] {
  return elements(list).flatMap((one) => elements(one[name]).flatMap((item) => textOf(item) ?? []));
}

/** Early RSS counts the hours from 1 to 24. */
function hourOf(text: string): number[] {
  const hour = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return hour <= 24 ? [hour % 24] : [];
}

function dayOf(text: string): number[] {
  const day = DAYS.indexOf(text.toLowerCase());
  return day === -1 ? [] : [day];
}

/** Above 0, and below an absurd number of minutes. */
function wholeNumber(text: string | null): number | null {
  const number = text && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : null;
}
