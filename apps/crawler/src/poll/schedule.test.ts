import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { INITIAL_HEALTH } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import { createSchedule } from './schedule.js';
import { sampleFeed } from './testing/sample-feed.js';

const HOUR = 3_600_000;
const SETTINGS = { defaultIntervalMinutes: 30, maxFreshHours: 6 };
const POLLED_AT = new Date('2026-03-01T12:00:00Z');
const UNSPREAD = '00000000-8f2b-4a55-9a53-2f7a5d0c9a11';
const health = { ...INITIAL_HEALTH, lastPolledAt: POLLED_AT, consecutiveFailures: 20 };

const schedule = createSchedule(() => DEFAULT_FAILURE_POLICIES, SETTINGS);
const wait = (at: Date | null) => (at ? at.getTime() - POLLED_AT.getTime() : null);

describe('the schedule', () => {
  it.each([
    { given: 'its own interval', feed: { settings: { pollIntervalMinutes: 60 } }, hours: 1 },
    { given: 'no interval', feed: { settings: { pollIntervalMinutes: null } }, hours: 0.5 },
    { given: 'failures', feed: { health }, hours: 24 },
    { given: 'failures and its own cap', feed: { health, settings: { maxBackoffHours: 6 } }, hours: 6 },
  ])('waits $hours h for a feed with $given', ({ feed, hours }) => {
    const polled = { ...INITIAL_HEALTH, lastPolledAt: POLLED_AT };
    const { at } = schedule(sampleFeed({ sourceId: UNSPREAD, health: polled, ...feed }));
    expect(wait(at)).toBe(hours * HOUR);
  });

  it('applies new policies at once', () => {
    let policies = DEFAULT_FAILURE_POLICIES;
    const following = createSchedule(() => policies, SETTINGS);
    const feed = sampleFeed({ sourceId: UNSPREAD, health });
    expect(wait(following(feed).at)).toBe(24 * HOUR);
    policies = { ...policies, maxBackoffHours: 2 };
    expect(wait(following(feed).at)).toBe(2 * HOUR);
  });

  it('never polls a feed without a URL', () => {
    expect(schedule(sampleFeed({ settings: { feedUrl: null } }))).toEqual({ at: null, reason: 'no_feed' });
  });

  it('gives failing siblings times of their own that do not change', () => {
    const ids = ['00000000', '40000000', '80000000', 'ffffffff'].map((start) => start + UNSPREAD.slice(8));
    const due = () => ids.map((sourceId) => wait(schedule(sampleFeed({ sourceId, health })).at));
    const [none, quarter, half, all] = due();
    expect([none, quarter, half]).toEqual([24 * HOUR, 24 * HOUR + 75_000, 24 * HOUR + 150_000]);
    expect(all).toBeLessThanOrEqual(24 * HOUR + 300_000);
    expect(due()).toEqual([none, quarter, half, all]);
  });
});
