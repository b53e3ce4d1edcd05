import type { PollAnswer } from '@feedwarden/contracts';
import type { TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { respondWith } from './support/site-behaviours.js';

const SOURCES = 100;
const HOUR = 3_600_000;
const STARTED = Date.now();

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
let sourceIds: string[];
beforeAll(async () => {
  site = await open.site(respondWith(503));
  system = await open.system({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
  const paths = Array.from({ length: SOURCES }, (_, number) => `/feed-${number}`);
  sourceIds = [];
  for (const path of paths) {
    const { id } = await system.sources.createSource({ name: path, feedUrl: `${site.url}${path}` });
    sourceIds.push(id);
  }
});

const item = (path: string, name: string, hoursAgo: number) =>
  `<item><guid>${path}/${name}</guid><title>${name}</title><description>The story ${name} of ${path}, told at length.</description>
  <pubDate>${new Date(STARTED - hoursAgo * HOUR).toUTCString()}</pubDate></item>`;

/** Every feed has these entries, and twenty that were published in the days before its source was added. */
const serveFeeds = (...later: { name: string; hoursAgo: number }[]) =>
  site.answer(({ url = '' }, response) => {
    const old = Array.from({ length: 20 }, (_, day) => ({ name: `old-${day}`, hoursAgo: 1 + day * 6 }));
    const items = [...later, ...old].map(({ name, hoursAgo }) => item(url, name, hoursAgo));
    response.end(`<rss version="2.0"><channel><title>${url}</title>${items.join('')}</channel></rss>`);
  });

async function pollAll(): Promise<Pick<PollAnswer, 'outcome' | 'newPosts'>[]> {
  const polls: Pick<PollAnswer, 'outcome' | 'newPosts'>[] = [];
  for (const id of sourceIds) {
    const { outcome, newPosts } = await system.pollNow(id);
    polls.push({ outcome, newPosts });
  }
  return polls;
}
const allOf = (poll: Pick<PollAnswer, 'outcome' | 'newPosts'>) => Array(SOURCES).fill(poll);

describe('a hundred new sources', () => {
  it('stores nothing of what was there before the sources in their first successful poll', async () => {
    expect(await pollAll()).toEqual(allOf({ outcome: 'failed', newPosts: 0 }));
    serveFeeds();
    expect(await pollAll()).toEqual(allOf({ outcome: 'stored', newPosts: 0 }));
  });

  it('stores nothing of what was there before the sources in their second poll', async () => {
    serveFeeds({ name: 'too-old', hoursAgo: 24 * 8 });
    expect(await pollAll()).toEqual(allOf({ outcome: 'stored', newPosts: 0 }));
  });

  it('stores an entry that appears later, even if it is dated before the source', async () => {
    serveFeeds({ name: 'back-dated', hoursAgo: 24 });
    expect(await pollAll()).toEqual(allOf({ outcome: 'stored', newPosts: 1 }));
  });
});
