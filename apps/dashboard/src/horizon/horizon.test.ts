import { describe, expect, it } from '@jest/globals';
import { at, NOW, sampleSource } from '../words/testing/sample-source.js';
import { type DrawnPoll, horizonMarks, horizonWords } from './horizon-marks.js';
import { logScale } from './log-scale.js';
import { linearScale, linearTicks } from './time-scale.js';

const WIDTH = 296;
const scale = logScale(WIDTH);
const poll = (hours: number, given: Partial<DrawnPoll> = {}): DrawnPoll => ({
  at: at(hours),
  outcome: 'unchanged',
  errorType: null,
  newPosts: 0,
  ...given,
});
const failed = (hours: number) => poll(hours, { outcome: 'failed', errorType: 'not_found' });

describe('the logarithmic scale', () => {
  it.each([
    [0, 0.62 * WIDTH],
    [-168, 0],
    [-2000, 0],
    [72, WIDTH - 7],
    [2000, WIDTH - 7],
  ])('puts %d hours at %d', (hours, x) => expect(scale(hours)).toBeCloseTo(x));

  it('gives minutes near now as much room as days far from it', () => {
    const lastHour = scale(0) - scale(-1);
    const oneDayOfLastWeek = scale(-5 * 24) - scale(-6 * 24);
    expect(lastHour).toBeGreaterThan(5 * oneDayOfLastWeek);
  });

  it('keeps the order of times', () => {
    const xs = [-168, -24, -1, -0.1, 0, 0.1, 1, 24, 72].map(scale);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  });
});

describe('the linear scale', () => {
  it.each([
    [-10, 0],
    [0, 50],
    [10, 100],
    [99, 100],
  ])('puts %d hours at %d', (hours, x) => expect(linearScale(100, -10, 10)(hours)).toBeCloseTo(x));

  it('is marked at round local times', () => {
    const ticks = linearTicks(-24, 30, NOW, 6).map((hours) => new Date(NOW.getTime() + hours * 3_600_000));
    expect(ticks.length).toBeGreaterThan(3);
    expect(ticks.length).toBeLessThanOrEqual(7);
    for (const tick of ticks) expect(tick.getHours() % 12).toBe(0);
    for (const tick of ticks) expect(tick.getMinutes()).toBe(0);
  });
});

describe('the marks of a horizon', () => {
  it('are a line and a ring when all is well', () => {
    const marks = horizonMarks(sampleSource({}), [poll(-0.5), poll(-2, { newPosts: 3 })], scale, NOW);
    expect(marks).toMatchObject({
      status: 'healthy',
      calm: { from: scale(-2), to: scale(-0.5) },
      stored: [scale(-2)],
      fails: [],
      band: null,
    });
    expect(marks.next).toBeGreaterThan(scale(0));
  });

  it('reach over now into the future during a cooldown', () => {
    const source = sampleSource({
      status: 'cooling_down',
      feedDisabledAt: at(-17),
      feedRetryAt: at(31),
      nextPollAt: null,
    });
    const marks = horizonMarks(source, [failed(-20), failed(-19), failed(-17)], scale, NOW);
    expect(marks.band).toEqual({ from: scale(-17), to: scale(31) });
    expect(marks.next).toBeCloseTo(scale(31));
    expect(marks.fails).toHaveLength(3);
  });

  it('stay apart and before now, however close the polls were', () => {
    const polls = Array.from({ length: 10 }, (_, index) => failed(-0.01 - index / 1000));
    const { fails } = horizonMarks(sampleSource({ status: 'failing' }), polls, scale, NOW);
    const xs = fails.map(({ x }) => x);
    for (const [index, x] of xs.entries()) {
      expect(x).toBeLessThan(scale(0));
      if (index > 0) expect(x - (xs[index - 1] ?? 0)).toBeGreaterThanOrEqual(4);
    }
  });

  it.each(['disabled', 'quarantined', 'no_feed'] as const)('have no ring when it is %s', (status) => {
    expect(horizonMarks(sampleSource({ status }), [], scale, NOW).next).toBeNull();
  });

  it('come from source-manager alone when the crawler does not answer', () => {
    const source = sampleSource({
      status: 'failing',
      lastErrorType: 'gone',
      failingSince: at(-8),
      lastPolledAt: at(-1),
      lastSuccessAt: at(-9),
    });
    const marks = horizonMarks(source, null, scale, NOW);
    expect(marks.fails).toEqual([
      { x: scale(-8), type: 'gone' },
      { x: scale(-1), type: 'gone' },
    ]);
    expect(marks.calm).not.toBeNull();
  });
});

describe('the words of a horizon', () => {
  it.each([
    [sampleSource({}), 'Healthy; next poll in 15 min'],
    [sampleSource({ lastPolledAt: null, nextPollAt: null }), 'New; next poll not known yet'],
    [
      sampleSource({ status: 'failing', failingSince: at(-32), lastError: 'HTTP 503', nextPollAt: at(0.45) }),
      'Failing for 32 h, HTTP 503; next poll in 27 min',
    ],
    [sampleSource({ status: 'quarantined' }), 'Quarantined; not polled'],
  ])('say what is seen: %#', (source, words) => expect(horizonWords(source, NOW)).toBe(words));
});
