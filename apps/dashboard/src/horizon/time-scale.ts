const HOUR = 3_600_000;

/** Where a time is on an axis of this width; hours are relative to now. */
export type TimeScale = (hours: number) => number;

/** True distances, for a feed that has the whole width. */
export function linearScale(width: number, from: number, to: number): TimeScale {
  return (hours) => ((Math.min(Math.max(hours, from), to) - from) / (to - from)) * width;
}

export const hoursFrom = (at: string | Date, now: Date): number =>
  (new Date(at).getTime() - now.getTime()) / HOUR;

const STEPS = [1 / 60, 1 / 12, 1 / 6, 0.5, 1, 3, 6, 12, 24, 48, 168];

/** Round times for a linear axis, a handful of them: hours from now. */
export function linearTicks(from: number, to: number, now: Date, most: number): number[] {
  const step = STEPS.find((hours) => (to - from) / hours <= most) ?? 168;
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const start = -hoursFrom(now, midnight);
  const first = start + Math.ceil((from - start) / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step);
}
