import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FeedRhythm } from './freshness.js';
import { effectiveIntervalMinutes, nextPoll, type PollingFacts } from './next-poll.js';
import { INITIAL_HEALTH } from './poll-health.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const POLLED_AT = new Date('2026-03-01T12:00:00Z');
const later = (ms: number) => new Date(POLLED_AT.getTime() + ms);

/** A healthy source of 60 minutes, polled a moment ago, that nothing spreads. */
const facts = (changes: Partial<PollingFacts> = {}): PollingFacts => ({
  enabled: true,
  hasFeed: true,
  feedSwitch: null,
  quarantinedAt: null,
  health: { ...INITIAL_HEALTH, lastPolledAt: POLLED_AT },
  intervalMinutes: 60,
  maxBackoffHours: 24,
  startAt: null,
  notBefore: null,
  freshUntil: null,
  rhythm: null,
  maxFreshHours: 6,
  spread: 0,
  ...changes,
});
const failing = (consecutiveFailures: number) => ({ ...facts().health, consecutiveFailures });
const next = (changes: Partial<PollingFacts> = {}) => nextPoll(facts(changes), DEFAULT_FAILURE_POLICIES);

describe('effectiveIntervalMinutes', () => {
  it.each([
    [0, 60],
    [1, 120],
    [2, 240],
    [3, 480],
    [4, 960],
    [5, 1440],
    [6, 1440],
    [10_000, 1440],
    [Number.MAX_SAFE_INTEGER, 1440],
  ])('doubles 60 minutes with each failure, up to a day: after %i it is %i', (failures, expected) => {
    expect(effectiveIntervalMinutes(60, failures, 24)).toBe(expected);
  });

  it.each([
    { interval: 60, failures: 3, cap: 6, expected: 360, given: 'a cap of 6 h' },
    { interval: 1, failures: 10, cap: 24, expected: 1024, given: 'a short interval' },
    { interval: 2880, failures: 0, cap: 24, expected: 2880, given: 'an interval longer than the cap' },
    { interval: 2880, failures: 4, cap: 24, expected: 2880, given: 'such an interval, failing' },
    { interval: 43_200, failures: 10_000, cap: 720, expected: 43_200, given: 'the longest of both' },
  ])(
    'makes $expected of $interval minutes after $failures failures, given $given',
    ({ interval, failures, cap, expected }) => {
      expect(effectiveIntervalMinutes(interval, failures, cap)).toBe(expected);
    },
  );

  const intervals = fc.integer({ min: 1, max: 43_200 });
  const caps = fc.integer({ min: 1, max: 720 });
  const failures = fc.oneof(fc.nat(60), fc.nat());

  it('is never shorter after one more failure, nor longer than the cap', () => {
    fc.assert(
      fc.property(intervals, caps, failures, (interval, cap, failed) => {
        const now = effectiveIntervalMinutes(interval, failed, cap);
        expect(effectiveIntervalMinutes(interval, failed + 1, cap)).toBeGreaterThanOrEqual(now);
        expect(now).toBeGreaterThanOrEqual(interval);
        expect(now).toBeLessThanOrEqual(Math.max(interval, cap * 60));
      }),
    );
  });

  it('doubles with one more failure until it meets the cap', () => {
    fc.assert(
      fc.property(intervals, caps, fc.nat(60), (interval, cap, failed) => {
        fc.pre(interval <= cap * 60);
        const doubled = 2 * effectiveIntervalMinutes(interval, failed, cap);
        expect(effectiveIntervalMinutes(interval, failed + 1, cap)).toBe(Math.min(doubled, cap * 60));
      }),
    );
  });
});

describe('nextPoll', () => {
  it('is one interval after the last poll of a healthy source', () => {
    expect(next()).toEqual({ at: later(HOUR), reason: 'interval' });
  });

  it.each([
    [1, 2 * HOUR],
    [4, 16 * HOUR],
    [5, 24 * HOUR],
    [10_000, 24 * HOUR],
  ])('is the backoff after %i failures', (failures, wait) => {
    expect(next({ health: failing(failures) })).toEqual({ at: later(wait), reason: 'backoff' });
  });

  it('respects the cap of a source', () => {
    expect(next({ health: failing(9), maxBackoffHours: 6 }).at).toEqual(later(6 * HOUR));
  });

  it('is the start of a source that starts afresh, failures or not', () => {
    const startAt = later(-5 * HOUR);
    expect(next({ startAt })).toEqual({ at: startAt, reason: 'start' });
    expect(next({ startAt, health: INITIAL_HEALTH })).toEqual({ at: startAt, reason: 'start' });
    expect(next({ startAt, health: failing(3) })).toEqual({ at: startAt, reason: 'start' });
  });

  it('is in the past for a source that was never polled and has no start', () => {
    const { at } = next({ health: INITIAL_HEALTH });
    expect(at?.getTime()).toBeLessThan(POLLED_AT.getTime());
  });
});

describe('nextPoll of a source that is out of the ordinary', () => {
  const cooling = { disabledAt: POLLED_AT, reason: 'network' };

  it.each<{ given: string; changes: Partial<PollingFacts>; reason: string }>([
    { given: 'no feed', changes: { hasFeed: false }, reason: 'no_feed' },
    { given: 'no feed and disabled', changes: { hasFeed: false, enabled: false }, reason: 'no_feed' },
    { given: 'disabled', changes: { enabled: false }, reason: 'source_disabled' },
    {
      given: 'disabled while it cools down',
      changes: { enabled: false, feedSwitch: cooling },
      reason: 'source_disabled',
    },
    {
      given: 'disabled before its start',
      changes: { enabled: false, startAt: POLLED_AT },
      reason: 'source_disabled',
    },
    { given: 'a quarantine', changes: { quarantinedAt: POLLED_AT }, reason: 'quarantined' },
    {
      given: 'switched off by a person',
      changes: { feedSwitch: { disabledAt: POLLED_AT, reason: 'manual' } },
      reason: 'manually_disabled',
    },
    {
      given: 'switched off by a person, with Retry-After',
      changes: { feedSwitch: { disabledAt: POLLED_AT, reason: 'manual' }, notBefore: later(HOUR) },
      reason: 'manually_disabled',
    },
  ])('is never, because of $reason, given $given', ({ changes, reason }) => {
    expect(next(changes)).toEqual({ at: null, reason });
  });

  it.each([
    { given: 'a short backoff', failures: 1 },
    { given: 'a backoff of a day', failures: 20 },
  ])('is the end of the cooldown of a disabled feed, instead of $given', ({ failures }) => {
    const expected = { at: later(12 * HOUR), reason: 'cooldown' };
    expect(next({ feedSwitch: cooling, health: failing(failures) })).toEqual(expected);
  });

  it.each([
    { given: 'an interval', changes: {}, regular: HOUR },
    { given: 'a backoff', changes: { health: failing(2) }, regular: 4 * HOUR },
    { given: 'a cooldown', changes: { feedSwitch: cooling }, regular: 12 * HOUR },
    { given: 'a start', changes: { startAt: later(0) }, regular: 0 },
  ])('is the later of Retry-After and $given', ({ changes, regular }) => {
    const wins = next({ ...changes, notBefore: later(regular + MINUTE) });
    expect(wins).toEqual({ at: later(regular + MINUTE), reason: 'retry_after' });
    expect(next({ ...changes, notBefore: later(regular - MINUTE) })).toEqual(next(changes));
  });
});

describe('nextPoll of a feed with hints', () => {
  const rhythm = (changes: Partial<FeedRhythm>): FeedRhythm => ({
    everyMinutes: null,
    skipHours: [],
    skipDays: [],
    ...changes,
  });

  it.each<{ given: string; changes: Partial<PollingFacts>; wait: number; reason: string }>([
    {
      given: 'fresh for two hours',
      changes: { freshUntil: later(2 * HOUR) },
      wait: 2 * HOUR,
      reason: 'fresh_until',
    },
    { given: 'fresh for minutes', changes: { freshUntil: later(MINUTE) }, wait: HOUR, reason: 'interval' },
    {
      given: 'fresh until a time past',
      changes: { freshUntil: later(-HOUR) },
      wait: HOUR,
      reason: 'interval',
    },
    {
      given: 'fresh for a year',
      changes: { freshUntil: later(8760 * HOUR) },
      wait: 6 * HOUR,
      reason: 'fresh_until',
    },
    {
      given: 'fresh for a year and a short cap of its own',
      changes: { freshUntil: later(8760 * HOUR), maxBackoffHours: 2 },
      wait: 2 * HOUR,
      reason: 'fresh_until',
    },
    {
      given: 'fresh for a year where hints count for nothing',
      changes: { freshUntil: later(8760 * HOUR), maxFreshHours: 0 },
      wait: HOUR,
      reason: 'interval',
    },
    {
      given: 'fresh for a year and an interval longer than the cap',
      changes: { freshUntil: later(8760 * HOUR), intervalMinutes: 2880 },
      wait: 48 * HOUR,
      reason: 'interval',
    },
    {
      given: 'a ttl of three hours',
      changes: { rhythm: rhythm({ everyMinutes: 180 }) },
      wait: 3 * HOUR,
      reason: 'feed_ttl',
    },
    {
      given: 'a short ttl',
      changes: { rhythm: rhythm({ everyMinutes: 5 }) },
      wait: HOUR,
      reason: 'interval',
    },
    {
      given: 'both, the ttl being longer',
      changes: { freshUntil: later(2 * HOUR), rhythm: rhythm({ everyMinutes: 180 }) },
      wait: 3 * HOUR,
      reason: 'feed_ttl',
    },
    {
      given: 'hours to skip',
      changes: { rhythm: rhythm({ skipHours: [13, 14] }) },
      wait: 3 * HOUR,
      reason: 'skip_hours',
    },
    {
      given: 'other hours to skip',
      changes: { rhythm: rhythm({ skipHours: [12, 14] }) },
      wait: HOUR,
      reason: 'interval',
    },
    {
      given: 'an hour to skip where the ttl ends',
      changes: { rhythm: rhythm({ everyMinutes: 180, skipHours: [15] }) },
      wait: 4 * HOUR,
      reason: 'skip_hours',
    },
    {
      given: 'days to skip, longer than the longest backoff',
      changes: { rhythm: rhythm({ skipDays: [0, 1, 2] }) },
      wait: 24 * HOUR,
      reason: 'skip_hours',
    },
    {
      given: 'days to skip and an interval longer than the longest backoff',
      changes: { rhythm: rhythm({ skipDays: [2, 3] }), intervalMinutes: 2880 },
      wait: 48 * HOUR,
      reason: 'interval',
    },
  ])('is chosen by $reason, given $given', ({ changes, wait, reason }) => {
    expect(next(changes)).toEqual({ at: later(wait), reason });
  });

  const patient = { freshUntil: later(5 * HOUR), rhythm: rhythm({ everyMinutes: 300, skipHours: [14, 18] }) };

  it.each<[given: string, changes: Partial<PollingFacts>]>([
    ['a feed that fails', { health: failing(1) }],
    ['a fresh start', { startAt: later(0) }],
    ['a cooldown', { feedSwitch: { disabledAt: POLLED_AT, reason: 'network' } }],
    ['a Retry-After of a failing feed', { health: failing(1), notBefore: later(3 * HOUR) }],
  ])('ignores the hints of a source that %s', (_given, changes) => {
    expect(next({ ...changes, ...patient })).toEqual(next(changes));
  });

  it('is at different times after the same skipped hours', () => {
    const due = (spread: number) => next({ rhythm: rhythm({ skipHours: [13] }), spread }).at;
    expect(due(0)).toEqual(later(2 * HOUR));
    expect(due(0.5)).toEqual(later(2 * HOUR + 2.5 * MINUTE));
  });

  it('is never earlier for any hints, nor beyond the cap', () => {
    const hours = fc.array(fc.nat(23));
    const facts = fc.record({
      intervalMinutes: fc.integer({ min: 1, max: 43_200 }),
      maxBackoffHours: fc.integer({ min: 1, max: 720 }),
      maxFreshHours: fc.nat(720),
      spread: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      freshUntil: fc.option(fc.integer({ min: -1e12, max: 1e12 }).map(later)),
      rhythm: fc.record({
        everyMinutes: fc.option(fc.nat()),
        skipHours: hours,
        skipDays: fc.array(fc.nat(6)),
      }),
    });
    fc.assert(
      fc.property(facts, (changes) => {
        const regular = next({ ...changes, freshUntil: null, rhythm: null }).at?.getTime() ?? Number.NaN;
        const at = next(changes).at?.getTime() ?? Number.NaN;
        const cap = POLLED_AT.getTime() + changes.maxBackoffHours * HOUR + 5 * MINUTE;
        expect(at).toBeGreaterThanOrEqual(regular);
        expect(at).toBeLessThanOrEqual(Math.max(regular, cap));
      }),
    );
  });
});

describe('the spread of a source', () => {
  it.each([
    { given: 'a tenth of a short interval', intervalMinutes: 10, most: MINUTE },
    { given: 'five minutes of a long one', intervalMinutes: 600, most: 5 * MINUTE },
  ])('adds $given at most', ({ intervalMinutes, most }) => {
    const exact = next({ intervalMinutes }).at?.getTime() ?? Number.NaN;
    const spread = next({ intervalMinutes, spread: 0.999_999 }).at?.getTime() ?? Number.NaN;
    expect(spread - exact).toBeGreaterThan(most * 0.99);
    expect(spread - exact).toBeLessThanOrEqual(most);
  });

  it('separates sources that fail together', () => {
    const due = (spread: number) => next({ health: failing(3), spread }).at?.getTime();
    expect(due(0.2)).not.toBe(due(0.7));
  });

  it('never makes a poll earlier, nor later by more than five minutes or a tenth', () => {
    const spreads = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 43_200 }),
        fc.nat(100),
        spreads,
        (intervalMinutes, failures, spread) => {
          const health = failing(failures);
          const exact = next({ intervalMinutes, health }).at?.getTime() ?? Number.NaN;
          const extra = (next({ intervalMinutes, health, spread }).at?.getTime() ?? Number.NaN) - exact;
          const wait = exact - POLLED_AT.getTime();
          expect(extra).toBeGreaterThanOrEqual(0);
          expect(extra).toBeLessThanOrEqual(Math.min(wait / 10, 5 * MINUTE));
        },
      ),
    );
  });

  it('leaves cooldowns and starts exact', () => {
    const feedSwitch = { disabledAt: POLLED_AT, reason: 'gone' };
    expect(next({ feedSwitch, spread: 0.9 }).at).toEqual(later(72 * HOUR));
    expect(next({ startAt: later(MINUTE), spread: 0.9 }).at).toEqual(later(MINUTE));
  });
});
