import postgres, { type Sql } from 'postgres';
import { type Measurement, measureRun } from '../measure/measure-run.js';
import {
  CRAWLER_PORT,
  MANAGER_PORT,
  signToken,
  startCrawler,
  startSourceManager,
  stop,
  waitUntil,
} from '../services/run-service.js';
import { freshDatabase, writeCosts } from './database.js';
import { MODES, type OpenSubject, type RunContext, type Subject } from './subject.js';

/** Both services of the checkout at `root`, as they really run. It must have been built. */
export function feedwarden(name: string, root: string): Subject {
  return { name, modes: MODES, open: (context) => openFeedwarden(root, context) };
}

async function openFeedwarden(root: string, context: RunContext): Promise<OpenSubject> {
  const [managerUrl, crawlerUrl] = [
    await freshDatabase(context, 'bench_source_manager'),
    await freshDatabase(context, 'bench_crawler'),
  ];
  const manager = await startSourceManager(root, managerUrl);
  const crawler = await startCrawler(
    root,
    crawlerUrl,
    context.certificate ? { NODE_EXTRA_CA_CERTS: context.certificate } : {},
  );
  const sql = postgres(crawlerUrl, { max: 2, onnotice: () => {} });
  const feeds = context.urls.length;
  await importFeeds(context.urls);
  await waitUntil(async () => (await countFeeds(sql)) >= feeds);
  const processes = {
    crawler: crawler.pid ?? 0,
    'source-manager': manager.pid ?? 0,
    PostgreSQL: context.postgresPid,
  };
  return {
    measure: (mode): Promise<Measurement> =>
      measureRun(feeds, processes, async () => {
        await resetEventLoopDelay();
        let lastHealthySeconds = 0;
        const costs = await writeCosts(sql, feeds, async () => {
          lastHealthySeconds = await pollAll(sql, feeds, mode === 'failing');
        });
        const more = mode === 'failing' ? { lastHealthySeconds } : { failed: await countFailing(sql) };
        return { ...costs, ...more, eventLoopDelayP99Ms: (await eventLoopDelay()) * 1000 };
      }),
    async close() {
      await sql.end();
      await Promise.all([stop(crawler), stop(manager)]);
    },
  };
}

/** Makes everything due at once, waits until everything has been polled, and says when the last good feed was. */
async function pollAll(sql: Sql, feeds: number, someFail: boolean): Promise<number> {
  const [before, goodBefore] = [await countPolls(sql), await countGoodPolls(sql)];
  const started = performance.now();
  await sql.begin(async (tx) => {
    await tx`update feeds set due_at = now()`;
    await tx`update hosts set claimable_at = now() where owner is null`;
  });
  const failing = someFail ? Math.ceil(feeds / 3) : 0;
  if (someFail) await waitUntil(async () => (await countGoodPolls(sql)) >= goodBefore + feeds - failing);
  const lastHealthySeconds = (performance.now() - started) / 1000;
  await waitUntil(async () => (await countPolls(sql)) >= before + feeds);
  return lastHealthySeconds;
}

const countFeeds = async (sql: Sql) => Number((await sql`select count(*) as n from feeds`)[0]?.n);
const countPolls = async (sql: Sql) =>
  Number((await sql`select coalesce(sum(poll_seq), 0) as n from feeds`)[0]?.n);
/** Of the feeds that the farm never lets fail: every third one may. */
const countGoodPolls = async (sql: Sql) =>
  Number(
    (
      await sql`select coalesce(sum(poll_seq), 0) as n from feeds
      where substring(settings ->> 'feedUrl' from '[0-9]+$')::int % 3 <> 0`
    )[0]?.n,
  );
const countFailing = async (sql: Sql) =>
  Number((await sql`select count(*) as n from feeds where consecutive_failures > 0`)[0]?.n);

/** The gauge starts anew whenever it is read. */
const resetEventLoopDelay = () => eventLoopDelay();

async function eventLoopDelay(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${CRAWLER_PORT}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds\S* (\S+)/m.exec(metrics)?.[1] ?? Number.NaN);
}

async function importFeeds(urls: string[]): Promise<void> {
  const token = await signToken('sources:write sources:read');
  const outlines = urls.map((url, index) => `<outline type="rss" text="Feed ${index}" xmlUrl="${url}"/>`);
  const response = await fetch(`http://127.0.0.1:${MANAGER_PORT}/api/v1/sources/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/x-opml' },
    body: `<opml version="2.0"><body>${outlines.join('')}</body></opml>`,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the import failed with ${response.status}: ${text.slice(0, 500)}`);
}
