import { describe, expect, it } from '@jest/globals';
import type { Measurement } from './measure-run.js';
import { asTable, median, summarise } from './summary.js';

const measurement = (feedsPerSecond: number): Measurement => ({
  seconds: 1000 / feedsPerSecond,
  feedsPerSecond,
  cpuPerThousand: { all: feedsPerSecond / 100 },
  peakMb: 100,
  more: {},
});

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[Number.NaN, 7], 7],
  ])('is the middle of %j', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('summarise', () => {
  it('takes the median of each subject and mode over all rounds', () => {
    const samples = [10, 30, 20].map((speed, round) => ({
      round,
      subject: 'loop',
      mode: 'cold' as const,
      measurement: measurement(speed),
    }));
    const [summary] = summarise(samples);
    expect(summary).toMatchObject({
      subject: 'loop',
      mode: 'cold',
      rounds: 3,
      median: { feedsPerSecond: 20 },
    });
  });

  it('shows a dash where a subject has no such mode', () => {
    const samples = [{ round: 1, subject: 'loop', mode: 'cold' as const, measurement: measurement(50) }];
    expect(asTable(summarise(samples), ['cold', 'unchanged'])).toContain('| loop | 50 (0.50) | – |');
  });
});
