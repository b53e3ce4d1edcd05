const HOUR = 3_600_000;

/** Past and future of the axis, in hours, and where it stops being nearly linear. */
export const AXIS = { past: 168, future: 72, unit: 0.5, nowAt: 0.62 };
const RIGHT_MARGIN = 7;

/** Where a time is on an axis of this width; hours are relative to now. */
export type TimeScale = (hours: number) => number;

const folded = (hours: number) => Math.log2(1 + Math.abs(hours) / AXIS.unit);

/**
 * Logarithmic around now: minutes have room near now, days fold up far from it, so that a poll in two minutes can be
 * read beside a probe in two days. All rows share it, so that a column of them is a chart.
 */
export function logScale(width: number): TimeScale {
  const left = width * AXIS.nowAt;
  const right = width - left - RIGHT_MARGIN;
  return (hours) =>
    hours <= 0
      ? left - Math.min(folded(hours) / folded(AXIS.past), 1) * left
      : left + Math.min(folded(hours) / folded(AXIS.future), 1) * right;
}

/** True distances, for a feed that has the whole width. */
export function linearScale(width: number, from: number, to: number): TimeScale {
  return (hours) => ((Math.min(Math.max(hours, from), to) - from) / (to - from)) * width;
}

export const hoursFrom = (at: string | Date, now: Date): number =>
  (new Date(at).getTime() - now.getTime()) / HOUR;

export interface Tick {
  hours: number;
  word: string;
}

export const AXIS_TICKS: Tick[] = [
  { hours: -168, word: '7 d' },
  { hours: -24, word: '1 d' },
  { hours: -6, word: '6 h' },
  { hours: -1, word: '1 h' },
  { hours: 0, word: 'now' },
  { hours: 1, word: '' },
  { hours: 6, word: '6 h' },
  { hours: 24, word: '' },
  { hours: 72, word: '3 d' },
];

const STEPS = [1 / 60, 1 / 12, 1 / 6, 0.5, 1, 3, 6, 12, 24, 48, 168];

/** Round times for a linear axis, a handful of them: hours from now. */
export function linearTicks(from: number, to: number, now: Date, most: number): number[] {
  const step = STEPS.find((hours) => (to - from) / hours <= most) ?? 168;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const start = -hoursFrom(now, midnight);
  const first = start + Math.ceil((from - start) / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step);
}
