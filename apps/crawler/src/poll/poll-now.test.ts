import { describe, expect, it } from '@jest/globals';
import type { Feed } from './feed.js';
import { createPollNow, type PollNowDeps } from './poll-now.js';
import type { RecordedPoll } from './ports.js';
import { failedPoll, recordedPoll, sampleFeed, sampleLease } from './testing/sample-feed.js';
import { until } from './testing/until.js';

/** A crawler of one feed; what happens is written down in order. */
function createCrawler(feeds: (Feed | null)[], changes: Partial<PollNowDeps> = {}) {
  const events: string[] = [];
  const found = [...feeds];
  const finishing = new AbortController();
  const { pollNow, ...rest } = createPollNow({
    followSources: async () => void events.push('follow'),
    findFeed: async () => (found.length > 1 ? found.shift() : found[0]) ?? null,
    leases: {
      claimDue: async () => [],
      claimAbandoned: async () => [],
      claim: async (host) => {
        events.push(`claim ${host}`);
        return sampleLease({ host });
      },
      release: async ({ host }) => void events.push(`release ${host}`),
    },
    pollSource: async (_lease, feed) => {
      events.push('poll');
      return recordedPoll({ feed: { ...feed, version: 99 }, newPosts: 2 });
    },
    stop: { finishing: finishing.signal, abandoning: new AbortController().signal },
    now: () => new Date('2026-03-01T12:00:00Z'),
    atOnce: 2,
    ...changes,
  });
  return { ...rest, pollNow: () => pollNow('id-1'), events, finishing };
}

describe('poll now', () => {
  it('waits its turn at the host and is recorded like any poll', async () => {
    const { pollNow, events } = createCrawler([sampleFeed()]);
    const feed = sampleFeed({ version: 99 });
    expect(await pollNow()).toEqual({ kind: 'polled', ...recordedPoll({ feed, newPosts: 2 }) });
    expect(events).toEqual(['follow', 'claim news.example', 'poll', 'release news.example']);
  });

  it.each([
    { given: 'that is cooling down', feed: { feedSwitch: { disabledAt: new Date(), reason: 'gone' } } },
    {
      given: 'that a person switched off',
      feed: { feedSwitch: { disabledAt: new Date(), reason: 'manual' } },
    },
    { given: 'of a disabled source', feed: { enabled: false } },
    { given: 'that shall wait', feed: { notBefore: new Date('2030-01-01') } },
  ])('polls a feed $given', async ({ feed }) => {
    const { pollNow } = createCrawler([sampleFeed(feed)]);
    expect(await pollNow()).toMatchObject({ kind: 'polled' });
  });

  it('returns the failure of a remote', async () => {
    const outcome = failedPoll(410);
    const { pollNow } = createCrawler([sampleFeed()], { pollSource: async () => recordedPoll({ outcome }) });
    expect(await pollNow()).toMatchObject({ kind: 'polled', outcome });
  });

  it('claims no host for an unknown source', async () => {
    const { pollNow, events } = createCrawler([null]);
    expect(await pollNow()).toEqual({ kind: 'unknown_source' });
    expect(events).toEqual(['follow']);
  });

  it('polls a known source as it is known while source-manager hangs', async () => {
    const { pollNow } = createCrawler([sampleFeed()], {
      followSources: () => new Promise(() => {}),
      followSeconds: 0.01,
    });
    expect(await pollNow()).toMatchObject({ kind: 'polled' });
  });

  it('waits for source-manager, however slow, when the source is not known yet', async () => {
    let endFollowing = () => {};
    const followed = new Promise<void>((resolve) => {
      endFollowing = resolve;
    });
    const { pollNow, events } = createCrawler([], {
      followSources: () => followed,
      followSeconds: 0.01,
      findFeed: async () => {
        events.push('find');
        return events.includes('followed') ? sampleFeed() : null;
      },
    });
    const polled = pollNow();
    await until(() => events.includes('find'));
    events.push('followed');
    endFollowing();
    expect(await polled).toMatchObject({ kind: 'polled' });
  });

  it.each([
    { given: 'has no URL', afterwards: sampleFeed({ settings: { feedUrl: null } }), kind: 'no_feed' },
    {
      given: 'moved to another host meanwhile',
      afterwards: sampleFeed({ host: 'other.example' }),
      kind: 'superseded',
    },
    { given: 'is deleted meanwhile', afterwards: null, kind: 'superseded' },
  ])('returns $kind and releases the host when the source $given', async (row) => {
    const { pollNow, events } = createCrawler([sampleFeed(), row.afterwards]);
    expect(await pollNow()).toEqual({ kind: row.kind });
    expect(events).toEqual(['follow', 'claim news.example', 'release news.example']);
  });

  it('returns superseded when the record came too late', async () => {
    const { pollNow } = createCrawler([sampleFeed()], { pollSource: async () => null });
    expect(await pollNow()).toEqual({ kind: 'superseded' });
  });

  it('throws our own fault and releases the host', async () => {
    const { pollNow, events } = createCrawler([sampleFeed()], {
      pollSource: () => Promise.reject(new Error('a bug')),
    });
    await expect(pollNow()).rejects.toThrow('a bug');
    expect(events.at(-1)).toBe('release news.example');
  });
});

describe('poll now at a busy host', () => {
  const leasesAfter = (refusals: number): PollNowDeps['leases'] => {
    let asked = 0;
    return {
      claimDue: async () => [],
      claimAbandoned: async () => [],
      claim: async (host) => {
        asked += 1;
        return asked > refusals ? sampleLease({ host }) : null;
      },
      release: async () => {},
    };
  };

  it('polls when the host is free at the second attempt', async () => {
    const { pollNow } = createCrawler([sampleFeed()], { leases: leasesAfter(1) });
    expect(await pollNow()).toMatchObject({ kind: 'polled' });
  });

  it('returns host_busy when the host stays busy', async () => {
    let minutes = 0;
    const { pollNow, events } = createCrawler([sampleFeed()], {
      leases: leasesAfter(Number.POSITIVE_INFINITY),
      now: () => new Date(Date.UTC(2026, 2, 1, 12, minutes++)),
    });
    expect(await pollNow()).toEqual({ kind: 'host_busy' });
    expect(events).not.toContain('poll');
  });

  it('does not wait for a busy host when the crawler stops', async () => {
    const { pollNow, finishing } = createCrawler([sampleFeed()], {
      leases: leasesAfter(Number.POSITIVE_INFINITY),
    });
    finishing.abort();
    expect(await pollNow()).toEqual({ kind: 'host_busy' });
  });
});

describe('poll now for several people', () => {
  /** Polls that end when the test says. */
  function heldPolls() {
    const ends: (() => void)[] = [];
    const pollSource = () => new Promise<RecordedPoll>((resolve) => ends.push(() => resolve(recordedPoll())));
    return { ends, pollSource };
  }

  it('refuses one poll more than allowed, until one has ended', async () => {
    const { ends, pollSource } = heldPolls();
    const { pollNow, underWay, drained } = createCrawler([sampleFeed()], { pollSource });
    const running = [pollNow(), pollNow()];
    await until(() => ends.length === 2);
    expect(await pollNow()).toEqual({ kind: 'too_many' });
    expect(underWay()).toBe(2);

    ends[0]?.();
    expect(await running[0]).toMatchObject({ kind: 'polled' });
    const third = pollNow();
    await until(() => ends.length === 3);
    for (const end of ends) end();
    expect(await third).toMatchObject({ kind: 'polled' });
    await drained();
    expect(underWay()).toBe(0);
  });

  it('gives the place of a poll that throws to the next one', async () => {
    const { pollNow } = createCrawler([sampleFeed()], {
      atOnce: 1,
      pollSource: () => Promise.reject(new Error('ours')),
    });
    await expect(pollNow()).rejects.toThrow('ours');
    await expect(pollNow()).rejects.toThrow('ours');
  });

  it('responds in time to a poll that does not end, and still counts it', async () => {
    const { pollSource } = heldPolls();
    const { pollNow } = createCrawler([sampleFeed()], { atOnce: 1, pollSource, responseSeconds: 0.02 });
    expect(await pollNow()).toEqual({ kind: 'still_polling' });
    expect(await pollNow()).toEqual({ kind: 'too_many' });
  });
});
