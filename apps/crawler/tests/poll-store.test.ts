import { isDeepStrictEqual } from 'node:util';
import { POLLS_REMEMBERED } from '@feedwarden/contracts';
import { afterSuccess } from '@feedwarden/feed-health';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { Feed } from '../src/poll/feed.js';
import type { Entry } from '../src/poll/outcome.js';
import type { HostLease, PollRecord, SwitchCommand } from '../src/poll/ports.js';
import { posts } from '../src/store/content-schema.js';
import { rowOf } from '../src/store/feed-row.js';
import { createFeedReader, createFingerprintReader } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { forgetOldPolls } from '../src/store/poll-history.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { type FeedRow, feeds, hosts, POLLED, polls, sourceCommands } from '../src/store/schema.js';
import { createUnreportedHealth } from '../src/store/unreported-health.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let crawler: CrawlerDatabase;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
});
afterEach(() => crawler.close());

const entry = (guid: string, body = guid): Entry => ({
  guid,
  url: null,
  title: null,
  body,
  contentHtml: null,
  author: null,
  publishedAt: null,
  contentHash: `hash of ${body}`,
});

async function claimed(): Promise<{ lease: HostLease; feed: Feed }> {
  await crawler.apply([aSource()]);
  const [lease] = await createHostLeases(crawler.db, 'me').claimDue(1);
  const [feed] = lease ? await createFeedReader(crawler.db).due(lease) : [];
  if (!lease || !feed) throw new Error('nothing was due');
  return { lease, feed };
}

const ENABLE: SwitchCommand = { kind: 'enable_feed', evidence: { consecutiveFailures: 0 } };

function recordOf(lease: HostLease, feed: Feed, changes: Partial<PollRecord> = {}): PollRecord {
  const at = new Date('2026-02-01T00:00:00Z');
  const after = { ...feed, health: afterSuccess(at), startAt: null, etag: '"e"', pollSeq: feed.pollSeq + 1 };
  return {
    lease,
    feed: after,
    dueAt: new Date('2026-02-01T00:30:00Z'),
    entries: [],
    commands: [],
    poll: {
      at,
      outcome: 'stored',
      errorType: null,
      code: null,
      statusCode: 200,
      durationMs: 12,
      bytes: 345,
      decision: 'none',
      blame: null,
      incidentId: null,
      role: 'regular',
    },
    ...changes,
  };
}

/** Another value for every field of a feed, but for what it is found by. */
function changedThroughout(feed: Feed): Feed {
  const at = new Date('2026-02-02T00:00:00Z');
  return {
    sourceId: feed.sourceId,
    version: feed.version,
    settings: { ...feed.settings, name: 'Another' },
    host: 'other.example',
    sourceCreatedAt: at,
    healthEpoch: 99,
    enabled: false,
    feedSwitch: { disabledAt: at, reason: 'gone' },
    quarantinedAt: at,
    pollSeq: 99,
    health: {
      consecutiveFailures: 1,
      typeStreak: 2,
      permanentStreak: 3,
      lastFailureType: 'permanent',
      lastErrorType: 'gone',
      lastError: 'HTTP 410',
      failingSince: at,
      lastPolledAt: at,
      lastSuccessAt: at,
    },
    startAt: at,
    notBefore: at,
    freshUntil: at,
    rhythm: { everyMinutes: 60, skipHours: [], skipDays: [] },
    generator: 'Nitter',
    move: { to: 'https://new.example/feed', since: at, asked: true },
    proposal: { url: 'https://declared.example/feed', since: at },
    etag: '"other"',
    lastModified: 'today',
    wireHash: 'another-wire',
    bodyHash: 'other',
    readerMemory: { a: 'b' },
    finding: 'http_404 feed',
  };
}

const schedule = () => ({ at: new Date('2026-02-01T12:00:00Z'), reason: 'interval' as const });

describe('writing what polls brought', () => {
  it('reads back odd ETags and hints as they were written', async () => {
    const { lease, feed } = await claimed();
    const record = recordOf(lease, feed);
    record.feed = {
      ...record.feed,
      etag: 'W/"\u00ff\u0080 \\ \'\t"',
      freshUntil: new Date('2026-02-01T00:20:00Z'),
      rhythm: { everyMinutes: 60, skipHours: [0, 23], skipDays: [6] },
      move: { to: 'https://me:pw@new.example/feed', since: new Date('2026-02-01T00:00:00Z'), asked: true },
    };
    await createWritePolls(crawler.db, 'me')([record]);
    expect(await createFeedReader(crawler.db).find(feed.sourceId)).toEqual(record.feed);
    expect(await createUnreportedHealth(crawler.db, schedule).take(1)).toMatchObject([
      { proposedFeedUrl: 'https://new.example/feed', proposedSince: '2026-02-01T00:00:00.000Z' },
    ]);
  });

  it('reports the feed that a page declares rather than where redirects led before', async () => {
    const { lease, feed } = await claimed();
    const since = new Date('2026-02-01T00:00:00Z');
    const record = recordOf(lease, feed);
    record.feed = {
      ...record.feed,
      move: { to: 'https://new.example/', since, asked: false },
      proposal: { url: 'https://new.example/feed.xml', since },
    };
    await createWritePolls(crawler.db, 'me')([record]);
    expect(await createFeedReader(crawler.db).find(feed.sourceId)).toEqual(record.feed);
    expect(await createUnreportedHealth(crawler.db, schedule).take(1)).toMatchObject([
      { proposedFeedUrl: 'https://new.example/feed.xml', proposedSince: since.toISOString() },
    ]);
  });

  it('writes everything that a poll can change, and nothing that source-manager decides', async () => {
    const { lease, feed } = await claimed();
    const after = changedThroughout(feed);
    const record = recordOf(lease, feed, { feed: { ...after, pollSeq: feed.pollSeq + 1 } });
    await crawler.db.update(feeds).set({ unreported: false });
    const [before] = await crawler.db.select().from(feeds);
    await createWritePolls(crawler.db, 'me')([record]);
    const [written] = await crawler.db.select().from(feeds);
    if (!before || !written) throw new Error('the feed is not there');
    const given: Record<string, unknown> = rowOf(record.feed, record.dueAt);
    const changed = Object.keys(written).filter(
      (name) => !isDeepStrictEqual(written[name as keyof FeedRow], before[name as keyof FeedRow]),
    );
    expect(changed.sort()).toEqual([...POLLED, 'unreported'].sort());
    for (const name of POLLED) expect([name, written[name]]).toEqual([name, given[name]]);
  });

  it('stores posts, state and command together', async () => {
    const { lease, feed } = await claimed();
    const record = recordOf(lease, feed, { entries: [entry('a'), entry('b')], commands: [ENABLE] });
    expect(await createWritePolls(crawler.db, 'me')([record])).toEqual([{ kind: 'saved', newPosts: 2 }]);
    expect(await crawler.db.select().from(posts)).toHaveLength(2);
    expect(await createFeedReader(crawler.db).find(feed.sourceId)).toEqual(record.feed);
    expect((await crawler.db.select().from(feeds))[0]?.dueAt).toEqual(record.dueAt);
    expect(await crawler.db.select().from(sourceCommands)).toMatchObject([
      {
        sourceId: feed.sourceId,
        command: ENABLE,
        healthEpoch: 0,
        decidedAt: record.feed.health.lastPolledAt,
      },
    ]);
  });

  it('stores an entry that was only passed on like one that was taken apart', async () => {
    const one = {
      ...entry('a', 'A "text" \u0000 of half a \ud83d pair, and \\u0000'),
      publishedAt: new Date('2026-02-01T00:00:00Z'),
      details: { authors: ['Ann', 'Bob'] },
    };
    const { guid, contentHash, publishedAt } = one;
    const sealed = { guid, contentHash, publishedAt, json: JSON.stringify({ ...one, sourceId: 'another' }) };
    const stored = [];
    for (const which of [one, sealed]) {
      const { lease, feed } = await claimed();
      await createWritePolls(crawler.db, 'me')([recordOf(lease, feed, { entries: [which] })]);
      const [post] = await crawler.db.select().from(posts).where(eq(posts.sourceId, feed.sourceId));
      const { id: _, sourceId: __, createdAt: ___, batchSeq: ____, ...content } = post ?? {};
      stored.push(content);
    }
    expect(stored[0]).toMatchObject({ guid: 'a', publishedAt: one.publishedAt, details: one.details });
    expect(stored[1]).toEqual(stored[0]);
  });

  it('stores many long entries, in several statements', async () => {
    const { lease, feed } = await claimed();
    const entries = Array.from({ length: 30 }, (_, n) => entry(`${n}`, `${n} ${'x'.repeat(100_000)}`));
    const written = await createWritePolls(crawler.db, 'me')([recordOf(lease, feed, { entries })]);
    expect(written).toEqual([{ kind: 'saved', newPosts: 30 }]);
    const rows = await crawler.db.select({ guid: posts.guid, batch: posts.batchSeq }).from(posts);
    expect(new Set(rows.map(({ guid }) => guid)).size).toBe(30);
    expect(new Set(rows.map(({ batch }) => batch)).size).toBe(1);
  });

  it.each([
    ['the same guid with another text', entry('a', 'edited')],
    ['the same text with another guid', entry('z', 'a')],
  ])('does not store an entry again: %s', async (_title, again) => {
    const { lease, feed } = await claimed();
    const write = createWritePolls(crawler.db, 'me');
    const first = recordOf(lease, feed, { entries: [entry('a')] });
    await write([first]);
    expect(await write([recordOf(lease, first.feed, { entries: [again, entry('new')] })])).toEqual([
      { kind: 'saved', newPosts: 1 },
    ]);
  });

  it('writes nothing of a late record when another crawler has taken the host over', async () => {
    const { lease, feed } = await claimed();
    await crawler.db.update(hosts).set({ claimableAt: sql`now() - interval '1 second'` });
    await createHostLeases(crawler.db, 'other').claimDue(1);
    const record = recordOf(lease, feed, { entries: [entry('late')], commands: [ENABLE] });
    expect(await createWritePolls(crawler.db, 'me')([record])).toEqual([{ kind: 'lease_lost' }]);
    expect(await crawler.db.select().from(posts)).toEqual([]);
    expect(await crawler.db.select().from(sourceCommands)).toEqual([]);
    expect(await createFeedReader(crawler.db).find(feed.sourceId)).toEqual(feed);
  });

  it('asks for a new record when the source was changed during its poll', async () => {
    const { lease, feed } = await claimed();
    await crawler.apply([
      aSource({ id: feed.sourceId, feedUrl: feed.settings.feedUrl, version: 2, pollIntervalMinutes: 5 }),
    ]);
    const record = recordOf(lease, feed, { entries: [entry('a')] });
    expect(await createWritePolls(crawler.db, 'me')([record])).toEqual([{ kind: 'feed_changed' }]);
    expect(await crawler.db.select().from(posts)).toEqual([]);
  });

  it('does not count a record twice whose reply was lost', async () => {
    const { lease, feed } = await claimed();
    const write = createWritePolls(crawler.db, 'me');
    const record = recordOf(lease, feed, { entries: [entry('a')], commands: [ENABLE] });
    await write([record]);
    expect(await write([record])).toEqual([{ kind: 'feed_changed' }]);
    expect(await crawler.db.select().from(sourceCommands)).toHaveLength(1);
  });

  it('recalls the fingerprints of the last poll on the same basis, and forgets them with the source', async () => {
    const { lease, feed } = await claimed();
    const { sourceId } = feed;
    const [write, recall] = [createWritePolls(crawler.db, 'me'), createFingerprintReader(crawler.db)];
    const first = recordOf(lease, feed, { fingerprints: { basis: 'one', marks: 'AAAA' } });
    await write([first]);
    await write([recordOf(lease, first.feed, { fingerprints: { basis: 'two', marks: 'BBBB' } })]);
    const recalled = ['one', 'two'].map((basis) => recall({ sourceId, basis }));
    expect(await Promise.all(recalled)).toEqual([null, 'BBBB']);
    await crawler.apply([], [sourceId]);
    expect(await recall({ sourceId, basis: 'two' })).toBeNull();
  });

  it('writes no fingerprints of a late record', async () => {
    const { lease, feed } = await claimed();
    const late = { ...lease, fence: lease.fence + 1 };
    const fingerprints = { basis: 'one', marks: 'AAAA' };
    await createWritePolls(crawler.db, 'me')([recordOf(late, feed, { fingerprints })]);
    const recall = createFingerprintReader(crawler.db);
    expect(await recall({ sourceId: feed.sourceId, basis: 'one' })).toBeNull();
  });

  it('overwrites the oldest polls with the newest', async () => {
    const { lease, feed } = await claimed();
    const write = createWritePolls(crawler.db, 'me');
    let current = feed;
    for (let n = 0; n < POLLS_REMEMBERED + 3; n += 1) {
      const record = recordOf(lease, current);
      await write([{ ...record, poll: { ...record.poll, at: new Date(Date.now() + n), bytes: n } }]);
      current = record.feed;
    }
    const history = await createFeedReader(crawler.db).history(feed.sourceId);
    expect(history).toHaveLength(POLLS_REMEMBERED);
    expect(history[0]).toMatchObject({ bytes: POLLS_REMEMBERED + 2, outcome: 'stored', statusCode: 200 });
    expect(history.at(-1)?.bytes).toBe(3);
  });

  it('forgets polls older than a month and keeps the others', async () => {
    const { lease, feed } = await claimed();
    const old = recordOf(lease, feed);
    const recent = recordOf(lease, old.feed);
    const write = createWritePolls(crawler.db, 'me');
    await write([{ ...old, poll: { ...old.poll, at: new Date(Date.now() - 31 * 86_400_000) } }]);
    await write([{ ...recent, poll: { ...recent.poll, at: new Date() } }]);
    await forgetOldPolls(crawler.db);
    expect(await crawler.db.select().from(polls)).toHaveLength(1);
  });

  it('reports the health of a poll once, unless the source was polled again', async () => {
    const { lease, feed } = await claimed();
    const write = createWritePolls(crawler.db, 'me');
    const first = recordOf(lease, feed);
    await write([first]);
    const unreported = createUnreportedHealth(crawler.db, schedule);
    const taken = await unreported.take(10);
    const next = { nextPollAt: '2026-02-01T12:00:00.000Z', nextPollReason: 'interval' };
    expect(taken).toMatchObject([
      { sourceId: feed.sourceId, consecutiveFailures: 0, healthEpoch: 0, ...next },
    ]);
    await write([recordOf(lease, first.feed)]);
    await unreported.reported(taken);
    const again = await unreported.take(10);
    expect(again).toHaveLength(1);
    await unreported.reported(again);
    expect(await unreported.take(10)).toEqual([]);
  });

  it('leaves out those that were never polled, if it is to', async () => {
    const { lease, feed } = await claimed();
    const unreported = createUnreportedHealth(crawler.db, schedule);
    expect(await unreported.take(10, { onlyPolled: true })).toEqual([]);
    expect(await unreported.take(10)).toHaveLength(1);
    await createWritePolls(crawler.db, 'me')([recordOf(lease, feed)]);
    expect(await unreported.take(10, { onlyPolled: true })).toHaveLength(1);
  });
});
