import type { ErrorType, OverviewPoint } from '@feedwarden/contracts';
import { ERROR_TYPES } from '../words/statuses.js';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** A young installation has little past; the axis does not stretch seconds over the whole width. */
const SHORTEST = HOUR / 12;
/** The server remembers a point every ten minutes: too few to draw what is younger than this. */
const YOUNG = 2 * HOUR;
const SEEN_EVERY = 10_000;
const MOST_SEEN = YOUNG / SEEN_EVERY;

export type Point = Pick<OverviewPoint, 'at' | 'byErrorType'>;

/** The points that the page was shown since it was loaded, a few seconds apart. */
export function withSeen(seen: readonly Point[], { at, byErrorType }: Point): readonly Point[] {
  const last = seen.at(-1);
  if (last && Date.parse(at) - Date.parse(last.at) < SEEN_EVERY) return seen;
  return [...seen, { at, byErrorType }].slice(-MOST_SEEN);
}

/** What the server remembers until now; while that is little, also what the page has seen in between. */
export function drawnPoints(remembered: readonly Point[], seen: readonly Point[], current: Point): Point[] {
  const now = Date.parse(current.at);
  const isYoung = now - Date.parse(remembered[0]?.at ?? current.at) < YOUNG;
  const earlier = [...remembered, ...(isYoung ? seen : [])].filter(({ at }) => Date.parse(at) < now);
  return [...earlier.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)), current];
}

export interface Area {
  type: ErrorType;
  /** Lower and upper edge at each time. */
  edges: { at: number; low: number; high: number }[];
}

/** Sources in trouble, one error type above the other, the oldest point first. */
export function stackedAreas(points: readonly Point[]): Area[] {
  const floor = points.map(() => 0);
  return ERROR_TYPES.map((type) => ({
    type,
    edges: points.map(({ at, byErrorType }, index) => {
      const low = floor[index] ?? 0;
      const high = low + byErrorType[type];
      floor[index] = high;
      return { at: Date.parse(at), low, high };
    }),
  }));
}

/** How far back the axis reaches, in milliseconds. */
export function pastOf(points: readonly { at: string }[], now: number): number {
  const first = points[0];
  return Math.min(WEEK, Math.max(SHORTEST, first ? now - Date.parse(first.at) : WEEK));
}

/** Round numbers for a scale that ends above the greatest value: at most five steps. */
export function roundSteps(greatest: number): number[] {
  if (greatest <= 0) return [1];
  const magnitude = 10 ** Math.floor(Math.log10(greatest));
  const sizes = [0.2, 0.5, 1, 2, 5].map((share) => share * magnitude);
  const step = Math.max(1, sizes.find((size) => greatest / size <= 4.5) ?? magnitude);
  return Array.from({ length: Math.floor(greatest / step) + 1 }, (_, index) => (index + 1) * step);
}
