import { describe, expect, it } from '@jest/globals';
import { at, NOW } from '../words/testing/sample-source.js';
import { comingBack } from './coming-back.js';
import { drawnPoints, pastOf, roundSteps, stackedAreas, withSeen } from './fleet-shape.js';

const types = {
  upstream_failure: 2,
  network: 3,
  not_found: 0,
  parse_error: 0,
  forbidden: 0,
  gone: 0,
  rate_limited: 0,
  unexpected: 1,
};

it('stacks the error types without gaps', () => {
  const areas = stackedAreas([{ at: at(-2), byErrorType: types }]);
  for (const [index, { edges }] of areas.entries())
    expect(edges[0]?.low).toBe(areas[index - 1]?.edges[0]?.high ?? 0);
  expect(areas.at(-1)?.edges[0]?.high).toBe(6);
});

it.each([
  [-500, 168],
  [-40, 40],
  [-0.5, 0.5],
  [-0.01, 1 / 12],
])('reaches back from a first point %d hours ago by %d hours', (first, hours) =>
  expect(pastOf([{ at: at(first) }], NOW.getTime()) / 3_600_000).toBeCloseTo(hours),
);

describe('what is drawn', () => {
  const point = (hours: number) => ({ at: at(hours), byErrorType: types });
  const hoursOf = (points: readonly { at: string }[]) =>
    points.map((one) => Math.round(((Date.parse(one.at) - NOW.getTime()) / 3_600_000) * 1000) / 1000);

  it('is what the page has seen, too, while the server remembers little', () => {
    const drawn = drawnPoints([point(-1), point(-0.5)], [point(-0.7), point(-0.2), point(0)], point(0));
    expect(hoursOf(drawn)).toEqual([-1, -0.7, -0.5, -0.2, 0]);
  });

  it('is what the server remembers, when that is enough', () => {
    const drawn = drawnPoints([point(-3), point(-1)], [point(-0.2)], point(0));
    expect(hoursOf(drawn)).toEqual([-3, -1, 0]);
  });

  it('keeps a point every ten seconds of two hours', () => {
    let seen: ReturnType<typeof withSeen> = [];
    for (let second = 0; second <= 3 * 3600; second += 2)
      seen = withSeen(seen, { ...point(0), at: new Date(NOW.getTime() + second * 1000).toISOString() });
    expect(seen).toHaveLength(720);
    expect(hoursOf(seen.slice(-2))).toEqual([2.997, 3]);
  });
});

describe('the steps of a scale', () => {
  it.each([0, 1, 3, 7, 12, 60, 99, 101, 348, 1000, 12_345])('are few and round up to %d', (greatest) => {
    const steps = roundSteps(greatest);
    expect(steps.length).toBeLessThanOrEqual(6);
    expect(steps.at(-1)).toBeGreaterThan(greatest * 0.99);
    for (const step of steps) expect(Number.isInteger(step)).toBe(true);
  });
});

it('tells of feeds of one host that come back together in one line', () => {
  const feed = (id: string, host: string, hours: number) => ({
    id,
    name: id,
    feedUrl: `https://${host}/feed`,
    feedRetryAt: at(hours),
    lastErrorType: 'network' as const,
  });
  const lines = comingBack(
    [
      feed('a', 'one.example', 1),
      feed('b', 'one.example', 1.1),
      feed('c', 'two.example', 1.2),
      feed('d', 'one.example', 9),
    ],
    NOW,
  );
  expect(lines.map(({ id, count }) => [id, count])).toEqual([
    ['a', 2],
    ['c', 1],
    ['d', 1],
  ]);
});
