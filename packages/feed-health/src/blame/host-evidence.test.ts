import { describe, expect, it } from '@jest/globals';
import { isDoubtful, isIncident, runOf, unitsNeeded, withPoll, witnesses } from './host-evidence.js';
import { minute, sampleSiblings } from './testing/sample-siblings.js';

const failed = (count: number, at: Date, siblings = sampleSiblings(count)) =>
  siblings.map((one) => ({
    ...one,
    lastPolledAt: at,
    failingSince: at,
    lastErrorType: 'forbidden' as const,
  }));

describe('how many feeds must fail', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [19, 3],
    [20, 5],
    [5000, 5],
  ])('of %i that can be asked: %i', (askable, needed) => {
    expect(unitsNeeded(askable)).toBe(needed);
  });
});

describe('the run of a host', () => {
  it('holds the feeds that failed since the last success', () => {
    const [a, b, c] = sampleSiblings(3);
    if (!a || !b || !c) throw new Error('three were asked for');
    const polled = [
      withPoll([a], a.sourceId, 'forbidden', minute(0)),
      withPoll([b], b.sourceId, null, minute(1)),
    ].flat();
    const later = withPoll([c], c.sourceId, 'forbidden', minute(2));
    expect(runOf([...polled, ...later], minute(3)).failures).toEqual([{ sourceId: 'feed 2', at: minute(2) }]);
  });

  it('leaves out what is disabled or has failed for more than two hours', () => {
    const [old, off, fresh] = failed(3, minute(0));
    if (!old || !off || !fresh) throw new Error('three were asked for');
    const siblings = [{ ...old, failingSince: minute(-121) }, { ...off, isDisabled: true }, fresh];
    expect(runOf(siblings, minute(0))).toMatchObject({ askable: 1, failures: [{ sourceId: 'feed 2' }] });
  });

  it('is no incident when the only feed of a host fails', () => {
    expect(isIncident(runOf(failed(1, minute(0)), minute(0)))).toBe(false);
  });

  it('is an incident when both feeds of a host fail', () => {
    expect(isIncident(runOf(failed(2, minute(0)), minute(0)))).toBe(true);
  });

  it('is an incident of a large host from the fifth feed on', () => {
    const siblings = sampleSiblings(30);
    const four = [...failed(4, minute(0)), ...siblings.slice(4)];
    const five = [...failed(5, minute(0)), ...siblings.slice(5)];
    expect([four, five].map((all) => isIncident(runOf(all, minute(0))))).toEqual([false, true]);
  });
});

describe('witnesses', () => {
  it('are feeds of other routes first, then those not polled for longest', () => {
    const siblings = sampleSiblings(4).map((one, index) => ({ ...one, route: index < 2 ? 'a' : 'b' }));
    const order = witnesses(siblings, { sourceId: 'feed 0', route: 'a' }, minute(0));
    expect(order.map(({ sourceId }) => sourceId)).toEqual(['feed 2', 'feed 3', 'feed 1']);
  });

  it('are neither failing, nor disabled, nor polled in the last minute', () => {
    const [self, failing, disabled, justNow, good] = sampleSiblings(5);
    if (!self || !failing || !disabled || !justNow || !good) throw new Error('five were asked for');
    const siblings = [
      self,
      { ...failing, failingSince: minute(-1) },
      { ...disabled, isDisabled: true },
      { ...justNow, lastPolledAt: minute(-0.5) },
      good,
    ];
    expect(witnesses(siblings, self, minute(0))).toEqual([good]);
  });
});

describe('doubt', () => {
  const mixed = (failing: number) => [...failed(failing, minute(-5)), ...sampleSiblings(10).slice(failing)];

  it('begins when three of the last ten siblings fail', () => {
    expect(isDoubtful(mixed(2), 'missing', minute(-5), minute(0))).toBe(false);
    expect(isDoubtful(mixed(3), 'missing', minute(-5), minute(0))).toBe(true);
  });

  it('ends with the patience for the family', () => {
    expect(isDoubtful(mixed(3), 'missing', minute(-3 * 1440), minute(0))).toBe(false);
    expect(isDoubtful(mixed(3), 'down', minute(-3 * 1440), minute(0))).toBe(true);
  });

  it('does not know of polls older than an hour', () => {
    expect(isDoubtful(mixed(3), 'missing', minute(-5), minute(90))).toBe(false);
  });
});
