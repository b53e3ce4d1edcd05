import type { RequestListener } from 'node:http';
import type { SourceClient } from '@feedwarden/client';
import { eventually } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import postgres from 'postgres';
import { freePort } from '../apps/standalone/src/processes/tcp-ports.js';
import { openResources } from './support/open-resources.js';
import { type RunningService, startService } from './support/running-service.js';
import { FEED } from './support/site-behaviours.js';

const open = openResources(afterEach);

/** `npm run fleet` takes the long form. */
const FEEDS = Number(process.env.FLEET_FEEDS || 450);
const FEEDS_PER_HOST = 10;
const CRAWLERS = 3;
/** Few hosts at once and slow responses: the time goes into waiting, as with the real web, and not into this machine. */
const HOSTS_AT_ONCE = Number(process.env.FLEET_HOSTS_AT_ONCE || 5);
const RESPONSE_MS = 150;

describe('three crawlers on one database', () => {
  it('share the work fairly, and never meet at a host', async () => {
    const web = slowWeb();
    const site = await open.site(web.respond, '0.0.0.0');
    const system = await open.system({
      crawlerEnv: {
        POLL_HOSTS_AT_ONCE: String(HOSTS_AT_ONCE),
        // The feeds are polled once, when the test makes them due.
        POLL_DEFAULT_INTERVAL_MINUTES: '43200',
      },
    });
    await addFeeds(system.sources, new URL(site.url).port);
    const database = system.crawlerEnv.CRAWLER_DATABASE_URL ?? '';
    await eventually(async () => expect(await countFeeds(database)).toBe(FEEDS), 60_000);

    const alone = await pollAll(database, web);
    const others: RunningService[] = [];
    for (let n = 1; n < CRAWLERS; n += 1) {
      const crawler = await startService('crawler', await freePort(), system.crawlerEnv);
      open.closeLater(crawler.stop);
      others.push(crawler);
    }
    const before = await Promise.all([system.crawler, ...others].map(pollsOf));
    const together = await pollAll(database, web);

    const after = await Promise.all([system.crawler, ...others].map(pollsOf));
    const shares = after.map((polls, index) => (polls - (before[index] ?? 0)) / FEEDS);
    process.stderr.write(
      `${FEEDS} feeds on ${FEEDS / FEEDS_PER_HOST} hosts: one crawler ${alone} ms, three ${together} ms ` +
        `(${(alone / together).toFixed(2)} times as fast), shares ${shares.map((share) => share.toFixed(2)).join(' ')}\n`,
    );
    expect(web.mostAtOneHost()).toBe(1);
    // About a third each. Whoever is paused by a busy machine gets less, but never nothing.
    for (const share of shares) expect(share).toBeGreaterThan(1 / CRAWLERS / 4);
  }, 300_000);
});

/** Responds slowly, and counts. */
function slowWeb() {
  const underWay = new Map<string, number>();
  let most = 0;
  let responses = 0;
  return {
    respond: (({ headers }, response) => {
      const [host = ''] = (headers.host ?? '').split(':');
      underWay.set(host, (underWay.get(host) ?? 0) + 1);
      most = Math.max(most, underWay.get(host) ?? 0);
      setTimeout(() => {
        underWay.set(host, (underWay.get(host) ?? 1) - 1);
        responses += 1;
        response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(FEED);
      }, RESPONSE_MS);
    }) satisfies RequestListener,
    mostAtOneHost: () => most,
    responses: () => responses,
  };
}

async function addFeeds(sources: SourceClient, port: string) {
  const outlines = Array.from({ length: FEEDS }, (_, n) => {
    const host = Math.floor(n / FEEDS_PER_HOST);
    const url = `http://127.0.${1 + Math.floor(host / 250)}.${1 + (host % 250)}:${port}/${n}`;
    return `<outline text="${n}" type="rss" xmlUrl="${url}"/>`;
  });
  await sources.importSources(`<opml version="2.0"><body>${outlines.join('')}</body></opml>`);
}

/** Makes every feed due and resolves with the milliseconds until all have been asked for. */
async function pollAll(databaseUrl: string, web: ReturnType<typeof slowWeb>): Promise<number> {
  const goal = web.responses() + FEEDS;
  const sql = postgres(databaseUrl, { max: 1 });
  // Both: due_at is derived from start_at again whenever the source changes.
  await sql`update feeds set start_at = now(), due_at = now()`;
  await sql`update hosts set claimable_at = now() where owner is null`;
  await sql.end();
  const start = Date.now();
  await eventually(() => expect(web.responses()).toBeGreaterThanOrEqual(goal), 120_000);
  return Date.now() - start;
}

async function countFeeds(databaseUrl: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from feeds`;
  await sql.end();
  return row?.count ?? 0;
}

async function pollsOf({ url }: RunningService): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = [...metrics.matchAll(/^feedwarden_polls_total\{[^}]*\} (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
