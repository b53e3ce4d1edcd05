import type { IncomingMessage } from 'node:http';
import { feedHistorySchema, postPageSchema } from '@feedwarden/contracts';
import { eventually, testToken } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import postgres from 'postgres';
import { freePort } from '../apps/standalone/src/processes/tcp-ports.js';
import { openResources } from './support/open-resources.js';
import { startService } from './support/running-service.js';
import { hang, serveFeed } from './support/site-behaviours.js';

const open = openResources(afterEach);

/** A feed that changes with every request: the newest ten entries, in alternating order, some edited. */
function changingFeed(version: number): string {
  const newest = Array.from({ length: 10 }, (_, index) => version + 9 - index).filter((n) => n > 0);
  const items = (version % 2 ? newest : newest.toReversed()).map((n) => {
    const edited = version % 3 === 0 && n % 2 === 0 ? ' (edited)' : '';
    return `<item><guid>entry-${n}</guid><title>Entry ${n}${edited}</title><description>The story of entry number ${n}, long enough to differ from the others.${edited}</description></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>v${version}</title>${items.join('')}</channel></rss>`;
}

describe('two crawlers on one database', () => {
  it('store each entry of a constantly changing feed exactly once', async () => {
    let version = 0;
    let underWay = 0;
    let most = 0;
    const site = await open.site((_request: IncomingMessage, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      version += 1;
      const body = changingFeed(version);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(body);
      }, 5);
    });
    const system = await open.system({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
    const port = await freePort();
    const second = await startService('crawler', port, system.crawlerEnv);
    open.closeLater(second.stop);

    const { id } = await system.sources.createSource({ name: 'Changing', feedUrl: `${site.url}/feed` });
    const headers = { authorization: `Bearer ${await testToken(['feeds:toggle', 'posts:read'])}` };
    const pollBy = async (url: string) => {
      const answer = await fetch(`${url}/api/v1/feeds/${id}/poll`, { method: 'POST', headers });
      expect(answer.status).toBe(200);
    };
    for (let round = 0; round < 25; round += 1)
      await Promise.all([pollBy(system.crawler.url), pollBy(second.url)]);

    expect(version).toBe(50);
    expect(most).toBe(1);
    const answer = await fetch(`${second.url}/api/v1/posts?limit=500`, { headers });
    const { items } = postPageSchema.parse(await answer.json());
    const numbers = items.map(({ guid }) => Number(guid.replace('entry-', ''))).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 59 }, (_, index) => index + 1));
  });

  it('take over the host of a killed crawler when its lease expires', async () => {
    const site = await open.site(hang);
    const system = await open.system();
    const second = await startService('crawler', await freePort(), system.crawlerEnv);
    open.closeLater(second.stop);
    const { id } = await system.sources.createSource({ name: 'Orphan', feedUrl: `${site.url}/feed` });
    const cutOff = system.pollNow(id).catch(() => 'cut off');
    await eventually(() => expect(site.requests).toHaveLength(1));

    await system.crawler.kill();
    expect(await cutOff).toBe('cut off');
    site.answer(serveFeed);
    await expireLease(system.crawlerEnv.CRAWLER_DATABASE_URL ?? '');

    const headers = { authorization: `Bearer ${await testToken(['sources:read'])}` };
    await eventually(async () => {
      const answer = await fetch(`${second.url}/api/v1/feeds/${id}`, { headers });
      const { recentPolls } = feedHistorySchema.parse(await answer.json());
      expect(recentPolls).toMatchObject([{ outcome: 'stored', newPosts: 2 }]);
    });
    expect(site.requests).toHaveLength(2);
  });
});

/** Expires the lease, which the killed crawler still holds, and makes the feed due. */
async function expireLease(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  // Set both: due_at is derived from start_at again whenever the source changes.
  await sql`update feeds set start_at = now(), due_at = now()`;
  const held = await sql`update hosts set claimable_at = now() where owner is not null returning host`;
  expect(held).toHaveLength(1);
  await sql.end();
}
