/** What a feed says of the rhythm in which it is written. */
export interface FeedRhythm {
  /** It is of no use to ask more often. */
  everyMinutes: number | null;
  /** Hours of the day in GMT, 0 to 23, and days of the week, 0 for Sunday, in which nothing new is to be expected. */
  skipHours: number[];
  skipDays: number[];
}

const HOUR = 3_600_000;
const HOURS_OF_A_WEEK = 7 * 24;

/** `at`, or the first full hour after it that is not to be skipped. Who skips all hours or all days says nothing. */
export function nextUnskipped(at: Date, { skipHours, skipDays }: FeedRhythm): Date {
  const hours = unlessAll(skipHours, 24);
  const days = unlessAll(skipDays, 7);
  const isSkipped = (time: Date) => hours.has(time.getUTCHours()) || days.has(time.getUTCDay());
  let time = at;
  for (let step = 0; step < HOURS_OF_A_WEEK && isSkipped(time); step += 1)
    time = new Date(Math.floor(time.getTime() / HOUR) * HOUR + HOUR);
  return time;
}

function unlessAll(skipped: number[], count: number): Set<number> {
  const distinct = new Set(skipped);
  return distinct.size < count ? distinct : new Set();
}
