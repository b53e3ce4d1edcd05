import type { ErrorType, OverviewPoint } from '@feedwarden/contracts';
import { ERROR_TYPES } from '../words/statuses.js';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** A young installation has little past; the axis does not stretch minutes over the whole width. */
const SHORTEST = 3 * HOUR;

export interface Area {
  type: ErrorType;
  /** Lower and upper edge at each time. */
  edges: { at: number; low: number; high: number }[];
}

/** Sources in trouble, one error type above the other, the oldest point first. */
export function stackedAreas(points: readonly Pick<OverviewPoint, 'at' | 'byErrorType'>[]): Area[] {
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
