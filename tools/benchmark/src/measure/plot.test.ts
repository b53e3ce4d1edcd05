import { describe, expect, it } from '@jest/globals';
import { asPlot } from './plot.js';
import type { Summary } from './summary.js';

function summary(subject: string, cpuPerThousand: Record<string, number>): Summary {
  const median = { seconds: 1, feedsPerSecond: 500, cpuPerThousand, peakMb: 100, more: {} };
  return { subject, mode: 'cold', rounds: 1, median };
}

const widthsIn = (plot: string) =>
  [...plot.matchAll(/<rect x="[\d.]+" y="\d+" width="([\d.]+)" height="16"/g)].map(([, width]) =>
    Number(width),
  );

describe('asPlot', () => {
  const plot = asPlot([
    summary('one', { crawler: 1, PostgreSQL: 3, all: 4 }),
    summary('a <loop>', { loop: 2, all: 2 }),
    summary('scan only', { floor: 9, all: 9 }),
  ]);

  it('draws bars in proportion to the seconds of each process', () => {
    const [crawler = 0, postgres = 0, loop = 0] = widthsIn(plot);
    expect(postgres / crawler).toBeCloseTo(3, 1);
    expect(loop / crawler).toBeCloseTo(2, 1);
  });

  it('leaves out the floors, and escapes names', () => {
    expect(plot).not.toContain('scan only');
    expect(plot).toContain('a &lt;loop>');
  });
});
