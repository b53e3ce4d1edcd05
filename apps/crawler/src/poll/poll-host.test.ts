import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { captureLogs, LEVEL } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import type { Feed, FeedSettings } from './feed.js';
import type { PollDelays } from './politeness.js';
import { createPollHost, type PollHostDeps } from './poll-host.js';
import { recordedPoll, sampleFeed, sampleLease } from './testing/sample-feed.js';
import { until } from './testing/until.js';

/** Longer than a test may take. */
const LONG_SECONDS = 30;

const OUTAGE = new Error('could not extend file: No space left on device');
const NO_DELAYS: PollDelays = { byHost: new Map(), byType: new Map() };

const feedNamed = (sourceId: string, settings: Partial<FeedSettings> = {}) =>
  sampleFeed({ sourceId, settings: { feedUrl: `https://news.example/${sourceId}`, ...settings } });

/** A host with these feeds; what happens to them is written down in order. */
function createHost(feeds: Feed[], changes: Partial<PollHostDeps> = {}) {
  const { logger, lines } = captureLogs();
  const events: string[] = [];
  const finishing = new AbortController();
  const abandoning = new AbortController();
  const lost = new AbortController();
  const pollHost = createPollHost({
    dueFeeds: async () => feeds,
    pollSource: async (_lease, feed) => {
      events.push(`poll ${feed.sourceId}`);
      await turn();
      events.push(`record ${feed.sourceId}`);
      return recordedPoll({ feed });
    },
    postpone: async (_lease, { sourceId }, minutes) => {
      events.push(`postpone ${sourceId} for ${minutes} min`);
    },
    isOutage: (error) => error === OUTAGE,
    delays: NO_DELAYS,
    logger,
    ...changes,
  });
  const stop = { finishing: finishing.signal, abandoning: abandoning.signal };
  const run = () => pollHost(sampleLease({ lost: lost.signal }), stop);
  return { run, events, lines, finishing, abandoning, lost };
}

describe('polling a host', () => {
  it('records one feed before it polls the next', async () => {
    const { run, events, lines } = createHost(['a', 'b', 'c'].map((id) => feedNamed(id)));
    await run();
    expect(events).toEqual(['poll a', 'record a', 'poll b', 'record b', 'poll c', 'record c']);
    expect(lines).toEqual([]);
  });

  it('does nothing without a due feed', async () => {
    const { run, events } = createHost([]);
    await run();
    expect(events).toEqual([]);
  });

  it('does not wait after the last feed', async () => {
    const { run, events } = createHost([
      feedNamed('a', { pollDelaySeconds: 0.001 }),
      feedNamed('b', { pollDelaySeconds: LONG_SECONDS }),
    ]);
    await run();
    expect(events).toEqual(['poll a', 'record a', 'poll b', 'record b']);
  });

  it.each<{ whose: string; feed: Partial<FeedSettings>; delays: PollHostDeps['delays'] }>([
    { whose: 'source', feed: { pollDelaySeconds: LONG_SECONDS }, delays: NO_DELAYS },
    { whose: 'host', feed: {}, delays: { ...NO_DELAYS, byHost: new Map([['news.example', LONG_SECONDS]]) } },
    { whose: 'type', feed: {}, delays: { ...NO_DELAYS, byType: new Map([['rss', LONG_SECONDS]]) } },
  ])('does not poll the next feed when the crawler stops during the delay of the $whose', async (row) => {
    const { run, events, finishing } = createHost([feedNamed('a', row.feed), feedNamed('b')], {
      delays: row.delays,
    });
    const running = run();
    await until(() => events.includes('record a'));
    await sleep(20);
    finishing.abort();
    await running;
    expect(events).toEqual(['poll a', 'record a']);
  });

  it('keeps the delay after an internal error', async () => {
    const host = createHost([feedNamed('a', { pollDelaySeconds: LONG_SECONDS }), feedNamed('b')], {
      pollSource: () => Promise.reject(new Error('a bug')),
    });
    const running = host.run();
    await until(() => host.events.includes('postpone a for 10 min'));
    await sleep(20);
    host.finishing.abort();
    await running;
    expect(host.events).toEqual(['postpone a for 10 min']);
  });
});

describe('a feed that fails or hangs', () => {
  const failing = (sourceId: string) => {
    const feed = feedNamed(sourceId);
    return { ...feed, health: { ...feed.health, consecutiveFailures: 1 } };
  };
  /** Hangs for as long as it may. */
  const hang = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  it('is polled after the others when it failed before', async () => {
    const { run, events } = createHost([failing('a'), feedNamed('b'), failing('c'), feedNamed('d')]);
    await run();
    expect(events.filter((event) => event.startsWith('poll'))).toEqual([
      'poll b',
      'poll d',
      'poll a',
      'poll c',
    ]);
  });

  it('is put off when others wait behind it, and then gets all the time it needs', async () => {
    const tried: string[] = [];
    const host = createHost([feedNamed('a'), feedNamed('b')], {
      patienceMs: 5,
      pollSource: async (_lease, { sourceId }, signal) => {
        tried.push(sourceId);
        if (sourceId === 'a' && tried.length === 1) await hang(signal);
        if (sourceId === 'a') await sleep(20);
        signal.throwIfAborted();
        host.events.push(`record ${sourceId}`);
        return null;
      },
    });
    await host.run();
    expect(tried).toEqual(['a', 'b', 'a']);
    expect(host.events).toEqual(['record b', 'record a']);
    expect(host.lines).toEqual([]);
  });

  it('keeps the delay of the host after it was put off', async () => {
    const host = createHost([feedNamed('a', { pollDelaySeconds: LONG_SECONDS }), feedNamed('b')], {
      patienceMs: 5,
      pollSource: async (_lease, { sourceId }, signal) => {
        host.events.push(`poll ${sourceId}`);
        return hang(signal);
      },
    });
    const running = host.run();
    await until(() => host.events.includes('poll a'));
    await sleep(40);
    host.finishing.abort();
    await running;
    expect(host.events).toEqual(['poll a']);
  });

  it('is not broken off when its source takes several requests', async () => {
    const { run, events } = createHost([feedNamed('a', { type: 'watchlist' }), feedNamed('b')], {
      patienceMs: 1,
      pollSource: async (_lease, { sourceId }, signal) => {
        if (sourceId === 'a') await sleep(20);
        signal.throwIfAborted();
        events.push(`record ${sourceId}`);
        return null;
      },
    });
    await run();
    expect(events).toEqual(['record a', 'record b']);
  });

  it('ends the turn of its host after a while, so that other feeds can become due', async () => {
    const { run, events } = createHost([feedNamed('a'), feedNamed('b'), failing('c'), failing('d')], {
      failingTurnMs: 0,
    });
    await run();
    expect(events).toEqual(['poll a', 'record a', 'poll b', 'record b', 'poll c', 'record c']);
  });
});

describe('a fault of our own', () => {
  const fault = new Error('the database is gone');
  const feeds = () => [feedNamed('a', { feedUrl: 'https://ann:s3cret@news.example/a' }), feedNamed('b')];

  it('logs an internal error, postpones the feed and goes on with the next', async () => {
    const host = createHost(feeds(), {
      pollSource: async (_lease, { sourceId }) => {
        if (sourceId === 'a') throw fault;
        host.events.push(`record ${sourceId}`);
        return null;
      },
    });
    await host.run();
    expect(host.events).toEqual(['postpone a for 10 min', 'record b']);
    expect(host.lines).toEqual([
      expect.objectContaining({
        level: LEVEL.error,
        sourceId: 'a',
        url: 'https://news.example/a',
        err: expect.objectContaining({ message: fault.message }),
        msg: 'internal error while polling',
      }),
    ]);
  });
});

describe('an outage of the database', () => {
  it.each([
    { given: 'can be postponed', postpone: async () => {} },
    { given: 'cannot be postponed either', postpone: () => Promise.reject(OUTAGE) },
  ])(
    'ends the turn of the host without a log line of its own, when the feed $given',
    async ({ postpone }) => {
      const host = createHost([feedNamed('a'), feedNamed('b')], {
        pollSource: async (_lease, { sourceId }) => {
          host.events.push(`poll ${sourceId}`);
          throw OUTAGE;
        },
        postpone: async (_lease, { sourceId }, minutes) => {
          host.events.push(`postpone ${sourceId} for ${minutes} min`);
          await postpone();
        },
      });
      await expect(host.run()).rejects.toBe(OUTAGE);
      expect(host.events).toEqual(['poll a', 'postpone a for 1 min']);
      expect(host.lines).toEqual([]);
    },
  );
});

describe('stopping while a host is polled', () => {
  it.each(['finishing', 'lost'] as const)(
    'finishes the poll and begins no other when %s is aborted',
    async (signal) => {
      const host = createHost([feedNamed('a'), feedNamed('b')], {
        pollSource: async (_lease, { sourceId }) => {
          host.events.push(`poll ${sourceId}`);
          host[signal].abort();
          return null;
        },
      });
      await host.run();
      expect(host.events).toEqual(['poll a']);
    },
  );

  it.each(['abandoning', 'lost'] as const)(
    'treats a poll that %s ends as one that never happened',
    async (signal) => {
      const host = createHost([feedNamed('a')], {
        pollSource: async () => {
          host[signal].abort();
          throw new Error('aborted');
        },
      });
      await host.run();
      expect(host.events).toEqual([]);
      expect(host.lines).toEqual([]);
    },
  );

  it('polls no feed after a stop', async () => {
    const { run, events, finishing } = createHost([feedNamed('a')]);
    finishing.abort();
    await run();
    expect(events).toEqual([]);
  });
});
