import type { IncomingMessage } from 'node:http';
import { feedHistorySchema } from '@feedwarden/contracts';
import { eventually, testToken } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import postgres from 'postgres';
import { freePort } from '../apps/standalone/src/processes/tcp-ports.js';
import { openResources } from './support/open-resources.js';
import { startService } from './support/running-service.js';
import { serveFeed } from './support/site-behaviours.js';

const open = openResources(afterEach);

const ENDS_WHEN_TOLD = new URL('./support/end-when-told.mjs', import.meta.url).href;
const HOSTS = 12;

describe('a feed that ends every crawler that reads it', () => {
  it('ends two of them at most, then it is failing, and all the others are polled', async () => {
    const site = await open.site((request: IncomingMessage, response) => {
      if (request.url === '/killer') response.writeHead(200, { 'x-end-the-crawler': 'yes' }).end('<rss/>');
      else serveFeed(request, response);
    }, '0.0.0.0');
    const system = await open.system({ crawlerEnv: { NODE_OPTIONS: `--import=${ENDS_WHEN_TOLD}` } });
    const startAnother = async () => {
      const crawler = await startService('crawler', await freePort(), system.crawlerEnv);
      open.closeLater(crawler.stop);
      return crawler;
    };
    const first = [system.crawler, await startAnother()];
    const { port } = new URL(site.url);
    const urlOn = (host: number, path: string) => `http://127.0.1.${host}:${port}/${path}`;
    const create = async (feedUrl: string) =>
      (await system.sources.createSource({ name: feedUrl, feedUrl })).id;
    const killer = await create(urlOn(1, 'killer'));
    const others = [await create(urlOn(1, 'neighbour'))];
    for (let host = 2; host <= HOSTS; host += 1) others.push(await create(urlOn(host, 'harmless')));

    const sql = postgres(system.crawlerEnv.CRAWLER_DATABASE_URL ?? '', { max: 1 });
    open.closeLater(() => sql.end());
    await eventually(async () => expect(await sql`select 1 from feeds`).toHaveLength(1 + others.length));
    // Set both: due_at is derived from start_at again whenever the source changes.
    await sql`update feeds set start_at = now(), due_at = now()`;
    await sql`update hosts set claimable_at = now() where owner is null`;

    for (const deaths of [1, 2]) {
      await eventually(
        () => expect(first.filter((crawler) => crawler.hasEnded())).toHaveLength(deaths),
        20_000,
      );
      await sql`update hosts set claimable_at = now() where owner is not null`;
    }
    const third = await startAnother();
    const headers = { authorization: `Bearer ${await testToken(['sources:read'])}` };
    const read = async (id: string) => {
      const response = await fetch(`${third.url}/api/v1/feeds/${id}`, { headers });
      return feedHistorySchema.parse(await response.json());
    };
    await eventually(async () => {
      expect((await read(killer)).recentPolls).toMatchObject([{ outcome: 'failed', code: 'reader_crashed' }]);
      for (const id of others) expect((await read(id)).recentPolls).toMatchObject([{ outcome: 'stored' }]);
    }, 20_000);
    expect(site.requests.filter(({ url }) => url === '/killer')).toHaveLength(2);
    expect(third.hasEnded()).toBe(false);
    await eventually(async () => {
      expect(await system.sources.getSource(killer)).toMatchObject({
        consecutiveFailures: 1,
        lastErrorType: 'parse_error',
      });
    });
  }, 60_000);
});
