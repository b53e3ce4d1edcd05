import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createArticleStore } from '../src/content/article-store.js';
import { createPostList } from '../src/content/post-list.js';
import { SANITISER_VERSION } from '../src/content/safe-html/sanitiser-version.js';
import { posts } from '../src/store/content-schema.js';
import { type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

const SOURCE_ID = '00000000-0000-4000-8000-000000000001';

let crawler: CrawlerDatabase;
let sanitised: string[] = [];
let logs: ReturnType<typeof captureLogs>;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
  sanitised = [];
  logs = captureLogs();
});
afterEach(() => crawler.close());

const content = () => ({
  toSafeHtml: async (list: string[]) => {
    sanitised.push(...list);
    return list.map((html) => (html === 'hostile' ? null : `safe ${html}`));
  },
  faults: createFaultLog(logs.logger),
});
const read = async () => {
  const { items } = await createPostList(crawler.db, content()).list({ order: 'oldest', limit: 10 });
  return items.map(({ contentHtml }) => contentHtml);
};

async function store(...list: (string | null)[]): Promise<void> {
  for (const [place, contentHtml] of list.entries()) {
    const key = String(place);
    await crawler.db
      .insert(posts)
      .values({ sourceId: SOURCE_ID, guid: key, contentHash: key, body: '', contentHtml, batchSeq: place });
  }
}

describe('the HTML of posts', () => {
  it('is sanitised when it is first read, and not for every reader', async () => {
    await store('a', null, 'b');
    for (let reader = 0; reader < 3; reader += 1) expect(await read()).toEqual(['safe a', null, 'safe b']);
    const [first] = await crawler.db.select({ id: posts.id }).from(posts).orderBy(posts.guid).limit(1);
    const post = await createPostList(crawler.db, content()).find(Number(first?.id));
    expect(post?.contentHtml).toBe('safe a');
    expect(post).not.toHaveProperty('sanitisedBy');
    expect(sanitised).toEqual(['a', 'b']);
  });

  it('is sanitised again after the sanitiser has changed', async () => {
    await store('a');
    await read();
    await crawler.db.update(posts).set({ sanitisedBy: SANITISER_VERSION - 1 });
    expect(await read()).toEqual(['safe safe a']);
  });

  it('is left out, but kept, when sanitising it takes too much', async () => {
    await store('hostile', 'b');
    expect(await read()).toEqual([null, 'safe b']);
    expect(await crawler.db.select({ html: posts.contentHtml }).from(posts).where(sql`guid = '0'`)).toEqual([
      { html: 'hostile' },
    ]);
  });

  it('is read by several at once', async () => {
    await store('a', 'b', 'c');
    const pages = await Promise.all([read(), read(), read(), read()]);
    for (const page of pages) expect(page).toEqual(['safe a', 'safe b', 'safe c']);
    expect(await read()).toEqual(['safe a', 'safe b', 'safe c']);
  });

  it('is read although it cannot be stored, which is logged once', async () => {
    await store('a');
    await crawler.db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`);
    await crawler.db.execute(
      sql`create trigger no_updates before update on posts for each row execute function refuse()`,
    );
    const list = createPostList(crawler.db, content());
    for (let reader = 0; reader < 2; reader += 1) {
      const { items } = await list.list({ order: 'oldest', limit: 10 });
      expect(items[0]?.contentHtml).toBe('safe a');
    }
    expect(logs.lines.map(({ msg }) => msg)).toContain('cannot store sanitised HTML');
  });
});

describe('the HTML of articles', () => {
  it('is sanitised once, too', async () => {
    await store('a');
    const articles = createArticleStore(crawler.db, 30, content());
    expect(await articles.create({ sourceIds: [SOURCE_ID] })).toMatchObject([{ contentHtml: 'safe a' }]);
    expect((await articles.list({ limit: 10 })).items).toMatchObject([{ contentHtml: 'safe a' }]);
    expect(sanitised).toEqual(['a']);
  });
});
