import { afterSuccess, INITIAL_HEALTH } from '@feedwarden/feed-health';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Feed } from '../src/poll/feed.js';
import { judgeEntries } from '../src/poll/judge-entries.js';
import type { HostLease } from '../src/poll/ports.js';
import { extractFeed } from '../src/readers/feed/extract-feed.js';
import { knownEntries, posts } from '../src/store/content-schema.js';
import { createFeedReader } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let crawler: CrawlerDatabase;
let lease: HostLease;
let feed: Feed;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
  await crawler.apply([aSource({ createdAt: new Date(Date.now() - HOUR).toISOString() })]);
  const [claimed] = await createHostLeases(crawler.db, 'me').claimDue(1);
  const [due] = claimed ? await createFeedReader(crawler.db).due(claimed) : [];
  if (!claimed || !due) throw new Error('nothing was due');
  lease = claimed;
  feed = due;
});
afterEach(() => crawler.close());

const HOUR = 3_600_000;
const text = (name: string) =>
  `The story of ${name}, told at length so that nobody takes it for another one.`;
const ago = (ms: number) => `<pubDate>${new Date(Date.now() - ms).toUTCString()}</pubDate>`;

/** An item of this name; what is not given in `parts` it has not. */
const item = (name: string, parts = `<guid>${name}</guid>`, body = text(name)) =>
  `<item>${parts}<title>${name}</title><description>${body}</description></item>`;

/** Polls a feed of these items, as the crawler does; answers how many were new. */
async function poll(...items: string[]): Promise<number> {
  const page = {
    url: 'https://news.example/feed',
    contentType: null,
    text: `<rss version="2.0"><channel><title>T</title>${items.join('')}</channel></rss>`,
  };
  const extracted = await extractFeed(page);
  if (extracted.kind !== 'entries') throw new Error(extracted.fact.kind);
  const at = new Date();
  const { fresh, skipped } = judgeEntries(extracted.entries, feed, 7, at);
  feed = { ...feed, health: afterSuccess(at), pollSeq: feed.pollSeq + 1 };
  const past = {
    outcome: 'stored',
    errorType: null,
    code: null,
    statusCode: 200,
    durationMs: 1,
    bytes: 1,
  } as const;
  const record = {
    lease,
    feed,
    dueAt: null,
    entries: fresh,
    skipped,
    commands: [],
    poll: { ...past, at, decision: 'none' as const },
  };
  const [result] = await createWritePolls(crawler.db, 'me')([record]);
  return result?.kind === 'saved' ? result.newPosts : Number.NaN;
}

const titles = async () =>
  (await crawler.db.select().from(posts).orderBy(posts.id)).map(({ title }) => title);

describe('entries that are not as tidy as one would like', () => {
  it('does not store an edited entry again', async () => {
    expect(await poll(item('a'))).toBe(1);
    expect(await poll(item('a', '<guid>a</guid>', text('a, edited')))).toBe(0);
  });

  it('stores nothing when only the order changes', async () => {
    expect(await poll(item('a'), item('b'), item('c'))).toBe(3);
    expect(await poll(item('c'), item('a'), item('b'))).toBe(0);
  });

  it('skips an entry dated before the source in the first poll', async () => {
    expect(
      await poll(item('old', `<guid>old</guid>${ago(2 * HOUR)}`), item('new', `<guid>new</guid>${ago(0)}`)),
    ).toBe(1);
    expect(await titles()).toEqual(['new']);
  });

  it('does not store what the first poll skipped in a later one, even under another date', async () => {
    const old = item('old', `<guid>old</guid>${ago(2 * HOUR)}`);
    expect(await poll(old)).toBe(0);
    expect(await poll(old)).toBe(0);
    expect(
      await poll(item('old', `<guid>old</guid>${ago(0)}`), item('moved', `<guid>m</guid>`, text('old'))),
    ).toBe(0);
  });

  it('remembers of the first poll only what age alone would not skip', async () => {
    await poll(
      item('old', `<guid>old</guid>${ago(2 * HOUR)}`),
      item('aged', `<guid>aged</guid>${ago(8 * 24 * HOUR)}`),
    );
    const known = await crawler.db.select({ guid: knownEntries.guid }).from(knownEntries);
    expect(known).toEqual([{ guid: 'old' }]);
  });

  it('judges a back-dated entry of a later poll by age alone', async () => {
    await poll(item('first'));
    expect(
      await poll(
        item('recent', `<guid>r</guid>${ago(48 * HOUR)}`),
        item('aged', `<guid>x</guid>${ago(8 * 24 * HOUR)}`),
      ),
    ).toBe(1);
    expect(await titles()).toEqual(['first', 'recent']);
  });

  it('keeps an entry without a date in the first poll', async () => {
    expect(feed.health).toEqual(INITIAL_HEALTH);
    expect(await poll(item('undated'))).toBe(1);
  });

  it('recognises entries without a guid by link, else by text', async () => {
    const linked = item('linked', '<link>https://news.example/1</link>');
    expect(await poll(linked, item('bare', ''))).toBe(2);
    expect(
      await poll(
        item('bare', ''),
        item('linked', '<link>https://news.example/1</link>', text('linked, edited')),
      ),
    ).toBe(0);
  });

  it('stores only the first of two entries with the same guid', async () => {
    const twice = [item('one', '<guid>same</guid>'), item('two', '<guid>same</guid>')];
    expect(await poll(...twice)).toBe(1);
    expect(await poll(...twice)).toBe(0);
    expect(await titles()).toEqual(['one']);
  });

  it('stores entries that share a guid but not the link, also when others join them', async () => {
    const shared = (name: string) => item(name, `<guid>0</guid><link>https://news.example/${name}</link>`);
    expect(await poll(shared('one'))).toBe(1);
    expect(await poll(shared('two'), shared('one'))).toBe(1);
    expect(await poll(shared('three'), shared('two'), shared('one'))).toBe(1);
    expect(await titles()).toEqual(['one', 'two', 'three']);
  });

  it('stores the same text under two guids once', async () => {
    expect(
      await poll(item('a', '<guid>1</guid>', text('both')), item('b', '<guid>2</guid>', text('both'))),
    ).toBe(1);
  });

  it('tells the entries of a link feed apart when all bodies are the same', async () => {
    expect(await poll(item('a', '<guid>1</guid>', 'Comments'), item('b', '<guid>2</guid>', 'Comments'))).toBe(
      2,
    );
  });
});
