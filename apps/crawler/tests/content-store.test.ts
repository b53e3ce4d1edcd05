import { type PostQuery, postSchema } from '@feedwarden/contracts';
import { afterSuccess } from '@feedwarden/feed-health';
import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createArticleStore } from '../src/content/article-store.js';
import { createPostList } from '../src/content/post-list.js';
import type { Feed } from '../src/poll/feed.js';
import type { Entry } from '../src/poll/outcome.js';
import type { HostLease, PollRecord } from '../src/poll/ports.js';
import { cleanUp } from '../src/store/clean-up.js';
import { articles, knownEntries, posts } from '../src/store/content-schema.js';
import { createFeedReader } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { tickContentClock, unknownGuids } from '../src/store/post-store.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let crawler: CrawlerDatabase;
let lease: HostLease;
let feed: Feed;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
  await crawler.apply([aSource()]);
  const [claimed] = await createHostLeases(crawler.db, 'me').claimDue(1);
  const [due] = claimed ? await createFeedReader(crawler.db).due(claimed) : [];
  if (!claimed || !due) throw new Error('nothing was due');
  lease = claimed;
  feed = due;
});
afterEach(() => crawler.close());

const entry = (guid: string, changes: Partial<Entry> = {}): Entry => ({
  guid,
  url: null,
  title: null,
  body: guid,
  contentHtml: null,
  author: null,
  publishedAt: null,
  contentHash: `hash of ${guid}`,
  ...changes,
});

/** Polls the feed once with these entries; answers how many were new. */
async function poll(...entries: Entry[]): Promise<number> {
  const at = new Date();
  feed = { ...feed, health: afterSuccess(at), pollSeq: feed.pollSeq + 1 };
  const transfer = { statusCode: 200, bytes: 1, durationMs: 1 };
  const record: PollRecord = {
    lease,
    feed,
    dueAt: null,
    entries,
    commands: [],
    poll: { at, outcome: 'stored', errorType: null, code: null, ...transfer, decision: 'none' },
  };
  const [result] = await createWritePolls(crawler.db, 'me')([record]);
  if (result?.kind !== 'saved') throw new Error(`not saved: ${result?.kind}`);
  return result.newPosts;
}

/** Resolves when somebody waits for a lock that we hold. */
async function waitUntilBlocked(db: CrawlerDatabase['db']): Promise<void> {
  for (;;) {
    const rows = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

const RETENTION = { unusedDays: 7, processedDays: null };
const NOTHING = { articles: 0, posts: 0 };
const content = { toSafeHtml: async (list: string[]) => list, faults: createFaultLog(captureLogs().logger) };
const list = (query: Partial<PostQuery> = {}) =>
  createPostList(crawler.db, content).list({ limit: 100, order: 'oldest', ...query });
const makeOld = (days: number) =>
  crawler.db.update(posts).set({ createdAt: sql`now() - make_interval(days => ${days})` });

describe('identity of entries', () => {
  it('does not store an entry again that is edited, reordered or repeated', async () => {
    expect(await poll(entry('a'), entry('b'))).toBe(2);
    expect(await poll(entry('b'), entry('a', { body: 'edited', contentHash: 'other' }))).toBe(0);
    expect(await poll(entry('c'), entry('c', { contentHash: 'yet another' }))).toBe(1);
  });

  it('returns the unknown guids in their order', async () => {
    await poll(entry('a'), entry('b'));
    await makeOld(8);
    await cleanUp(crawler.db, RETENTION);
    await poll(entry('c'));
    expect(await unknownGuids(crawler.db, feed.sourceId, ['z', 'a', 'c', 'y'])).toEqual(['z', 'y']);
  });
});

describe('cleaning up', () => {
  it('serves the details of a post beside its main parts, and posts without them', async () => {
    const details = {
      summary: 'short',
      categories: ['tea'],
      enclosures: [{ url: 'https://files.example/1.mp3' }],
    };
    await poll(entry('plain'), entry('rich', { details }));
    const [plain, rich] = (await list()).items;
    expect(plain).not.toHaveProperty('details');
    expect(rich).toMatchObject({ guid: 'rich', ...details });
    expect(postSchema.parse(plain)).toEqual(plain);
  });

  it('removes old posts that nobody used, and does not bring them back as new', async () => {
    await poll(entry('old'));
    await makeOld(8);
    await poll(entry('new'));
    expect(await cleanUp(crawler.db, RETENTION)).toMatchObject({ posts: 1 });
    expect(await poll(entry('old'), entry('new'), entry('other', { contentHash: 'hash of old' }))).toBe(0);
    expect((await list()).items.map(({ guid }) => guid)).toEqual(['new']);
  });

  it('keeps linked posts and processed articles, and removes old unprocessed ones', async () => {
    const past = new Date(Date.now() - 8 * 86_400_000);
    await poll(entry('done', { publishedAt: past }), entry('open', { publishedAt: past }));
    const store = createArticleStore(crawler.db, 30, content);
    const [done] = await store.create({ sourceIds: [feed.sourceId] });
    await store.setProcessed(Number(done?.id), true);
    await makeOld(8);
    expect(await cleanUp(crawler.db, RETENTION)).toEqual({ articles: 1, posts: 1 });
    expect(await crawler.db.select().from(articles)).toMatchObject([{ processed: true }]);
    expect((await list()).items.map(({ guid }) => guid)).toEqual(['done']);
  });

  it('removes processed articles and their posts after a time of their own, and nothing twice', async () => {
    await poll(entry('old', { title: 'old' }), entry('unread'));
    const store = createArticleStore(crawler.db, 30, content);
    const made = await store.create({ sourceIds: [feed.sourceId] });
    const old = made.find(({ title }) => title === 'old');
    await store.setProcessed(Number(old?.id), true);
    await crawler.db.update(articles).set({ createdAt: sql`now() - interval '29 days'` });
    expect(await cleanUp(crawler.db, { unusedDays: 90, processedDays: 30 })).toEqual(NOTHING);
    await crawler.db.update(articles).set({ createdAt: sql`now() - interval '31 days'` });
    expect(await cleanUp(crawler.db, { unusedDays: 90, processedDays: null })).toEqual(NOTHING);
    expect(await cleanUp(crawler.db, { unusedDays: 90, processedDays: 30 })).toEqual({
      articles: 1,
      posts: 1,
    });
    expect((await list()).items.map(({ guid }) => guid)).toEqual(['unread']);
    expect(await poll(entry('old'))).toBe(0);
    expect(await store.create({ sourceIds: [feed.sourceId] })).toEqual([]);
  });

  it('removes an unused article that was published in the future', async () => {
    await poll(entry('a', { publishedAt: new Date('2099-01-01T00:00:00Z') }));
    await createArticleStore(crawler.db, 30, content).create({ sourceIds: [feed.sourceId] });
    expect(await cleanUp(crawler.db, RETENTION)).toEqual({ articles: 0, posts: 0 });
    await crawler.db.update(articles).set({ createdAt: sql`now() - interval '8 days'` });
    expect(await cleanUp(crawler.db, RETENTION)).toEqual({ articles: 1, posts: 0 });
  });

  it('forgets an entry that no feed has any more when it is old enough', async () => {
    await poll(entry('a'));
    await makeOld(8);
    await cleanUp(crawler.db, RETENTION);
    await crawler.db.update(knownEntries).set({ seenAt: sql`now() - interval '366 days'` });
    await cleanUp(crawler.db, RETENTION);
    expect(await crawler.db.select().from(knownEntries)).toEqual([]);
  });

  it('remembers an entry anew while a feed still has it', async () => {
    await poll(entry('a'));
    await makeOld(8);
    await cleanUp(crawler.db, RETENTION);
    await crawler.db.update(knownEntries).set({ seenAt: sql`now() - interval '80 days'` });
    await poll(entry('a'));
    const [{ days } = { days: 0 }] = await crawler.db
      .select({ days: sql<number>`extract(day from now() - seen_at)::integer` })
      .from(knownEntries);
    expect(days).toBe(0);
  });
});

describe('pages of posts', () => {
  it('makes a writer wait for one that has its number but has not committed', async () => {
    let stored: Promise<number> | undefined;
    await crawler.db.transaction(async (tx) => {
      await tickContentClock(tx);
      stored = poll(entry('fast'));
      await waitUntilBlocked(crawler.db);
      expect((await list()).items).toEqual([]);
    });
    expect(await stored).toBe(1);
    expect((await list()).items.map(({ guid }) => guid)).toEqual(['fast']);
  });

  it('continues at the resume cursor of the last page when posts arrive later', async () => {
    await poll(entry('1'), entry('2'));
    const { nextCursor, resumeCursor } = await list();
    expect(nextCursor).toBeNull();
    const nothing = await list({ cursor: resumeCursor ?? '' });
    expect(nothing).toEqual({ items: [], nextCursor: null, resumeCursor });
    await poll(entry('3'));
    expect((await list({ cursor: nothing.resumeCursor ?? '' })).items.map(({ guid }) => guid)).toEqual(['3']);
  });

  it('returns each post once while posts arrive between pages', async () => {
    await poll(entry('1'), entry('2'), entry('3'));
    const seen: string[] = [];
    let page = await list({ limit: 2 });
    seen.push(...page.items.map(({ guid }) => guid));
    await poll(entry('4'), entry('5'));
    while (page.nextCursor) {
      page = await list({ limit: 2, cursor: page.nextCursor });
      seen.push(...page.items.map(({ guid }) => guid));
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
  });

  it('lists the newest first, page by page, when asked to', async () => {
    await poll(entry('1'), entry('2'));
    await poll(entry('3'));
    const first = await list({ order: 'newest', limit: 2 });
    expect(first.items.map(({ guid }) => guid)).toEqual(['3', '2']);
    expect(first.resumeCursor).toBeNull();
    await poll(entry('4'));
    const rest = await list({ order: 'newest', limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ items: [{ guid: '1' }], nextCursor: null });
  });

  it('leaves out posts older than the requested time', async () => {
    await poll(entry('1'));
    await makeOld(1);
    await poll(entry('2'));
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await list({ since })).items.map(({ guid }) => guid)).toEqual(['2']);
    expect((await list({ since: new Date(Date.now() + 3_600_000).toISOString() })).items).toEqual([]);
  });
});

describe('articles', () => {
  it('puts each post in one article when articles are made twice', async () => {
    await poll(entry('a'), entry('b'));
    const store = createArticleStore(crawler.db, 30, content);
    const made = await Promise.all([1, 2].map(() => store.create({ sourceIds: [feed.sourceId] })));
    expect(made.flat()).toHaveLength(2);
    expect(await store.create({ sourceIds: [feed.sourceId] })).toEqual([]);
    const { items } = await store.list({ limit: 100 });
    expect(items.flatMap(({ postIds }) => postIds)).toHaveLength(2);
  });

  it('makes one digest of all posts when a source aggregates', async () => {
    await crawler.apply([
      aSource({
        id: feed.sourceId,
        feedUrl: feed.settings.feedUrl,
        version: 2,
        aggregate: true,
        name: 'Wire',
      }),
    ]);
    feed = { ...feed, version: 2 };
    await poll(entry('a'), entry('b'), entry('c'));
    const [digest, ...more] = await createArticleStore(crawler.db, 30, content).create({
      sourceIds: [feed.sourceId],
    });
    expect(more).toEqual([]);
    expect(digest).toMatchObject({ title: 'Wire: 3 posts', processed: false });
    expect(digest?.postIds).toHaveLength(3);
  });

  it('makes one digest of a feed that Nitter serves on a host of any name', async () => {
    feed = { ...feed, generator: 'Nitter' };
    await poll(entry('a'), entry('b'));
    const made = await createArticleStore(crawler.db, 30, content).create({ sourceIds: [feed.sourceId] });
    expect(made).toMatchObject([{ title: expect.stringMatching(/: 2 posts$/) }]);
  });

  it('tells processed articles apart in the list', async () => {
    await poll(entry('a'), entry('b'));
    const store = createArticleStore(crawler.db, 30, content);
    const [first] = await store.create({ sourceIds: [feed.sourceId] });
    expect(await store.setProcessed(Number(first?.id), true)).toMatchObject({
      id: first?.id,
      processed: true,
    });
    expect((await store.list({ limit: 100, processed: false })).items).toHaveLength(1);
    expect(await store.setProcessed(999_999, true)).toBeNull();
  });
});
