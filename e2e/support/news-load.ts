import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { eventually, type TestWebServer } from '@feedwarden/test-kit';
import { expect } from '@jest/globals';
import type { RunningSystem } from './running-system.js';

const FEEDS = 4;
const ENTRIES = 20;

/** Feeds with a new entry of 20 kB at every request, and the last ones before it. */
export function serveNews(): RequestListener {
  const items = new Map<string, string[]>();
  return ({ url = '' }, response) => {
    const list = items.get(url) ?? [];
    items.set(url, list);
    const text = randomBytes(10_000).toString('hex');
    list.push(`<item><guid>${list.length}</guid><description>${text}</description></item>`);
    const feed = `<rss version="2.0"><channel><title>News</title>${list.slice(-ENTRIES).join('')}</channel></rss>`;
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed);
  };
}

/** Polls feeds with news by hand, without a pause; counts what the responses say. */
export async function startNewsLoad(system: RunningSystem, site: TestWebServer) {
  const { port } = new URL(site.url);
  const feeds = await Promise.all(
    Array.from({ length: FEEDS }, async (_, index) => {
      const feedUrl = `http://127.0.0.${index + 1}:${port}/${index + 1}`;
      const { id } = await system.sources.createSource({ name: feedUrl, feedUrl });
      return { id, path: `/${index + 1}`, newPosts: 0 };
    }),
  );
  const statuses = new Map<number, number>();
  let over = false;
  const loads = feeds.map(async (feed) => {
    while (!over) {
      const { status, body } = await system.askCrawler('POST', `/api/v1/feeds/${feed.id}/poll`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) feed.newPosts += (body as { newPosts: number }).newPosts;
    }
  });
  /** Each entry that a feed still has is there once. */
  const expectWhatFeedsHave = async () => {
    for (const { id, path } of feeds) {
      const guids = await guidsOf(system, id);
      expect(new Set(guids).size).toBe(guids.length);
      const served = site.requests.filter(({ url }) => url === path).length;
      const latest = Array.from({ length: Math.min(served, ENTRIES) }, (_, back) =>
        String(served - 1 - back),
      );
      expect(latest.filter((guid) => !guids.includes(guid))).toEqual([]);
    }
  };

  return {
    /** How often a poll-now got this status. */
    statuses,
    untilStored: async (posts: number): Promise<void> => {
      const before = feeds.map(({ newPosts }) => newPosts);
      await eventually(() => {
        for (const [index, { newPosts }] of feeds.entries())
          expect(newPosts).toBeGreaterThanOrEqual((before[index] ?? 0) + posts);
      }, 120_000);
    },
    stop: async (): Promise<void> => {
      over = true;
      await Promise.all(loads);
    },
    /** What was reported as stored is there once, and so is everything that a feed still has. */
    expectNothingLost: async (): Promise<void> => {
      for (const { id, newPosts } of feeds)
        expect((await guidsOf(system, id)).length).toBeGreaterThanOrEqual(newPosts);
      await expectWhatFeedsHave();
    },
    expectWhatFeedsHave,
  };
}

async function guidsOf(system: RunningSystem, sourceId: string): Promise<string[]> {
  const guids: string[] = [];
  for (let cursor = ''; ; ) {
    const path = `/api/v1/posts?source_id=${sourceId}&limit=500${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await system.askCrawler('GET', path);
    if (status !== 200) throw new Error(`reading posts returned ${status}`);
    const page = body as { items: { guid: string }[]; nextCursor: string | null };
    guids.push(...page.items.map(({ guid }) => guid));
    if (page.nextCursor === null) return guids;
    cursor = page.nextCursor;
  }
}
