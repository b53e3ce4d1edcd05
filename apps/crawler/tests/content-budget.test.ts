import { LISTED_CHARS, PAGE_BYTES, type Post } from '@feedwarden/contracts';
import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createArticleStore } from '../src/content/article-store.js';
import { selectSizes } from '../src/content/listed-content.js';
import { createPostList } from '../src/content/post-list.js';
import { posts } from '../src/store/content-schema.js';
import { type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

const SOURCE_ID = '00000000-0000-4000-8000-000000000001';

let crawler: CrawlerDatabase;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
});
afterEach(() => crawler.close());

const content = { toSafeHtml: async (list: string[]) => list, faults: createFaultLog(captureLogs().logger) };
const postList = () => createPostList(crawler.db, content);
const articleStore = () => createArticleStore(crawler.db, 30, content);

/** Stores posts with these bodies; their guids are their places. */
async function store(...contents: { body?: string; contentHtml?: string }[]): Promise<void> {
  const rows = contents.map(({ body = '', contentHtml = null }, place) => ({
    sourceId: SOURCE_ID,
    guid: String(place),
    contentHash: String(place),
    body,
    contentHtml,
    batchSeq: place,
  }));
  for (const row of rows) await crawler.db.insert(posts).values(row);
}

/** Walks all pages; each one must have an item. */
async function pagesOf(order: 'oldest' | 'newest', limit: number): Promise<Post[][]> {
  const pages: Post[][] = [];
  for (let cursor: string | undefined; pages.length < 100; ) {
    const { items, nextCursor } = await postList().list({ order, limit, cursor });
    expect(items.length).toBeGreaterThan(0);
    pages.push(items);
    if (!nextCursor) return pages;
    cursor = nextCursor;
  }
  throw new Error('the pages do not end');
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the size of a page', () => {
  it.each(['oldest', 'newest'] as const)(
    'ends a page at its bytes and gives every post once, %s first',
    async (order) => {
      await store(...Array.from({ length: 60 }, () => ({ body: 'x'.repeat(90_000), contentHtml: '<p>' })));
      const pages = await pagesOf(order, 500);
      const guids = pages.flat().map(({ guid }) => guid);
      const expected = Array.from({ length: 60 }, (_, place) => String(place));
      expect(guids).toEqual(order === 'oldest' ? expected : expected.reverse());
      expect(pages.length).toBe(2);
      for (const page of pages) expect(bytesOf(page)).toBeLessThanOrEqual(PAGE_BYTES);
    },
  );

  it('keeps to the limit when the bytes would allow more', async () => {
    await store({}, {}, {});
    expect((await pagesOf('oldest', 2)).map(({ length }) => length)).toEqual([2, 1]);
  });

  it('counts the bytes of a character, not the characters', async () => {
    await store(...Array.from({ length: 30 }, () => ({ body: '\u{1f9c9}'.repeat(50_000) })));
    for (const page of await pagesOf('oldest', 500)) expect(bytesOf(page)).toBeLessThanOrEqual(PAGE_BYTES);
  });

  it('counts titles and details, and gives a post that is too large a page of its own', async () => {
    await store({}, {}, {});
    await crawler.db.execute(sql`update posts set title = repeat('t', ${PAGE_BYTES}) where guid = '1'`);
    expect((await pagesOf('oldest', 500)).map((page) => page.map(({ guid }) => guid))).toEqual([
      ['0'],
      ['1'],
      ['2'],
    ]);
  });

  it('goes on at the resume cursor of a page that ended at its bytes', async () => {
    await store(...Array.from({ length: 50 }, () => ({ body: 'x'.repeat(90_000) })));
    const { items, nextCursor, resumeCursor } = await postList().list({ order: 'oldest', limit: 500 });
    expect(items.length).toBeLessThan(50);
    expect(nextCursor).toBe(resumeCursor);
  });
});

describe('long content', () => {
  it('is cut in a list and whole by its id', async () => {
    const body = 'b'.repeat(LISTED_CHARS + 1);
    const contentHtml = `<p>${'h'.repeat(LISTED_CHARS)}</p>`;
    await store({ body, contentHtml });
    const [[listed] = []] = await pagesOf('oldest', 10);
    expect(listed).toMatchObject({ body: body.slice(0, -1), contentHtml: null, contentIsCut: true });
    const whole = await postList().find(Number(listed?.id));
    expect(whole).toMatchObject({ body, contentHtml });
    expect(whole).not.toHaveProperty('contentIsCut');
  });

  it.each<[string, { body?: string; contentHtml?: string }]>([
    ['text', { body: 'é'.repeat(LISTED_CHARS), contentHtml: '<p>short</p>' }],
    ['HTML', { body: 'short', contentHtml: 'é'.repeat(LISTED_CHARS) }],
  ])('is not cut at exactly the limit of characters: %s', async (_what, content) => {
    await store(content);
    const [[listed] = []] = await pagesOf('oldest', 10);
    expect(listed).toMatchObject(content);
    expect(listed).not.toHaveProperty('contentIsCut');
  });

  it('leaves out HTML that is too long, and keeps a body that is not', async () => {
    await store({ body: 'short', contentHtml: 'h'.repeat(LISTED_CHARS + 1) });
    const [[listed] = []] = await pagesOf('oldest', 10);
    expect(listed).toMatchObject({ body: 'short', contentHtml: null, contentIsCut: true });
  });
});

describe('the size of articles', () => {
  it('makes articles of as many posts as fit, and of the others with the next calls', async () => {
    await store(...Array.from({ length: 9 }, () => ({ body: 'x'.repeat(1_000_000) })));
    const made: number[] = [];
    for (let count = -1; count !== 0; made.push(count)) {
      const items = await articleStore().create({ sourceIds: [SOURCE_ID] });
      for (const { body, contentIsCut } of items)
        expect([body.length, contentIsCut]).toEqual([LISTED_CHARS, true]);
      count = items.length;
    }
    expect(made).toEqual([4, 4, 1, 0]);
  });

  it('lists articles in pages of a size, and gives each one whole by its id', async () => {
    const body = 'x'.repeat(300_000);
    await store(...Array.from({ length: 20 }, () => ({ body })));
    while ((await articleStore().create({ sourceIds: [SOURCE_ID] })).length > 0);
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await articleStore().list({ limit: 500, cursor });
      expect(bytesOf(page)).toBeLessThanOrEqual(PAGE_BYTES);
      for (const { id, contentIsCut } of page.items) {
        expect(contentIsCut).toBe(true);
        ids.push(id);
      }
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(20);
    expect(await articleStore().find(Number(ids[0]))).toMatchObject({ body, postIds: [expect.any(String)] });
    expect(await articleStore().find(999_999)).toBeNull();
  });
});

describe('the sizes of a page', () => {
  it('are read in the order of an index, and without the content', async () => {
    await store(...Array.from({ length: 300 }, () => ({})));
    // Random, so that it is neither compressed nor stored within the row.
    await crawler.db.execute(sql`
      update posts set body = (
        select string_agg(md5(random()::text || part), '') from generate_series(1, 1000) part where posts.id > 0)`);
    await crawler.db.execute(sql`vacuum analyze posts`);
    const query = selectSizes(crawler.db, posts, { where: undefined, limit: 100 });
    const plan = await crawler.db.execute<{ 'QUERY PLAN': string }>(
      sql`explain (analyze, buffers, costs off, timing off, summary off) ${query}`,
    );
    const lines = plan.map((row) => row['QUERY PLAN']);
    expect(lines.join('\n')).toContain('Index Scan using posts_by_batch');
    expect(lines.join('\n')).not.toContain('Sort');
    // The content of one post has four pages of its own.
    const [, hit = '0', , read = '0'] = /shared hit=(\d+)( read=(\d+))?/.exec(lines.join('\n')) ?? [];
    expect(Number(hit) + Number(read)).toBeLessThan(200);
  });
});
