import { eventually, LEVEL, type TestWebServer } from '@feedwarden/test-kit';
import { expect } from '@jest/globals';
import type { RunningSystem } from './running-system.js';

const FEEDS = 8;

/** Polls feeds of different hosts by hand without a pause. The site must respond with a failure to every request. */
export async function startPollLoad(system: RunningSystem, site: TestWebServer) {
  const { port } = new URL(site.url);
  const feeds = await Promise.all(
    Array.from({ length: FEEDS }, async (_, index) => {
      const feedUrl = `http://127.0.0.${index + 1}:${port}/${index + 1}`;
      const { id } = await system.sources.createSource({ name: feedUrl, feedUrl });
      return { id, path: `/${index + 1}`, reported: [] as number[] };
    }),
  );
  let over = false;
  const loads = feeds.map(async ({ id, reported }) => {
    while (!over) {
      const { status, body } = await system.askCrawler('POST', `/api/v1/feeds/${id}/poll`);
      if (status === 200)
        reported.push((body as { feed: { consecutiveFailures: number } }).feed.consecutiveFailures);
    }
  });

  return {
    /** Resolves when so many more polls of every feed have been recorded. */
    progress: async (polls: number): Promise<void> => {
      const before = feeds.map(({ reported }) => reported.length);
      await eventually(() => {
        for (const [index, { reported }] of feeds.entries())
          expect(reported.length).toBeGreaterThan((before[index] ?? 0) + polls);
      }, 50_000);
    },
    stop: async (): Promise<void> => {
      over = true;
      await Promise.all(loads);
    },
    /** No outcome was lost or counted twice, source-manager knows them all, and no service met a bug. */
    expectOutcomesToAgree: async (): Promise<void> => {
      for (const { id, path, reported } of feeds) {
        expect(reported).toEqual([...new Set(reported)].sort((a, b) => a - b));
        const { consecutiveFailures } = await eventually(() => system.feed(id));
        const requests = site.requests.filter(({ url }) => url === path).length;
        expect(consecutiveFailures).toBeGreaterThanOrEqual(reported.at(-1) ?? 0);
        expect(consecutiveFailures).toBeLessThanOrEqual(requests);
        await eventually(async () => {
          const source = await system.sources.getSource(id);
          expect(source.consecutiveFailures).toBe(consecutiveFailures);
        }, 30_000);
      }
      for (const { lines } of [system.manager, system.crawler])
        expect(lines.filter(({ level }) => level > LEVEL.error)).toEqual([]);
    },
  };
}
