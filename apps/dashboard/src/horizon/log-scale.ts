import type { TimeScale } from './time-scale.js';

/** Past and future of the axis, in hours, and where it stops being nearly linear. */
export const AXIS = { past: 168, future: 72, unit: 0.5, nowAt: 0.62 };
const RIGHT_MARGIN = 7;

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
