import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { usageOf } from '../measure/process-usage.js';
import { CRAWLER_PORT, signToken, startCrawler, startSourceManager, stop } from '../services/run-service.js';
import { withDatabases } from '../services/with-databases.js';

export interface PostsOptions {
  root: string;
  posts: number;
  /** Of the text of a post, and of its HTML. */
  bodyBytes: number;
  htmlBytes: number;
  /** Who read all posts at the same time. */
  readers: number;
}

export interface PostsMeasurement {
  reading: string;
  requests: number;
  megabytes: number;
  slowestFirstByteMs: number;
  slowestMs: number;
  /** Of the event loop of the crawler, meanwhile. */
  loopDelayP99Ms: number;
  /** Of the crawler and its processes, which are started when they are first needed. */
  idleMb: number;
  peakMb: number;
  /** Of the crawler alone. */
  ownIdleMb: number;
  ownPeakMb: number;
}

const SOURCE_ID = '00000000-0000-4000-8000-000000000001';
const SETTLE_MS = 3000;
const LOOK_EVERY_MS = 50;

/** Stores long posts, and reads them all: for the first time, and again, when their HTML is sanitised already. */
export async function measurePosts(
  options: PostsOptions,
  report: (measurement: PostsMeasurement) => void,
): Promise<void> {
  await withDatabases(async ({ fresh }) => {
    const crawlerUrl = await fresh('crawler');
    const manager = await startSourceManager(options.root, await fresh('source_manager'));
    const crawler = await startCrawler(options.root, crawlerUrl);
    try {
      await storePosts(crawlerUrl, options);
      const pid = crawler.pid ?? 0;
      report(await measure('nothing', pid, options.readers, () => sleep(SETTLE_MS)));
      for (const reading of ['first time', 'again'])
        report(await measure(reading, pid, options.readers, readAllPages));
      report(await measure('a page, then whole posts', pid, options.readers, readEachPost));
    } finally {
      await stop(crawler);
      await stop(manager);
    }
  });
}

async function storePosts(databaseUrl: string, { posts, bodyBytes, htmlBytes }: PostsOptions): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  // Hashes, which hardly compress.
  await sql`
    create function pg_temp.noise(bytes int, seed int) returns text language sql volatile as $$
      select left(string_agg(md5(seed || ':' || part), ' '), bytes) from generate_series(1, bytes / 33 + 1) part $$`;
  await sql`
    insert into posts (source_id, guid, content_hash, title, body, content_html, batch_seq)
    select ${SOURCE_ID}, n, n, 'Post ' || n, pg_temp.noise(${bodyBytes}, n),
      '<p>' || pg_temp.noise(${htmlBytes}, -n) || '</p>', n
    from generate_series(1, ${posts}) n`;
  await sql`update content_clock set seq = ${posts}`;
  await sql`vacuum analyze posts`;
  await sql.end();
}

type Read = (get: Get) => Promise<void>;
type Get = (path: string) => Promise<{ items?: { id: string }[]; nextCursor?: string | null }>;

async function measure(reading: string, pid: number, readers: number, read: Read): Promise<PostsMeasurement> {
  await sleep(SETTLE_MS);
  const idleMb = usageOf(pid).residentMb;
  const ownIdleMb = ownMb(pid);
  // The metrics forget what they have reported.
  await loopDelayP99Ms();
  const measured = {
    requests: 0,
    megabytes: 0,
    slowestFirstByteMs: 0,
    slowestMs: 0,
    peakMb: idleMb,
    ownPeakMb: ownIdleMb,
  };
  const headers = { authorization: `Bearer ${await signToken('posts:read')}` };
  const get: Get = async (path) => {
    const begin = performance.now();
    const response = await fetch(`http://127.0.0.1:${CRAWLER_PORT}${path}`, { headers });
    const firstByteMs = performance.now() - begin;
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text.slice(0, 200)}`);
    measured.requests += 1;
    measured.megabytes += text.length / 1e6;
    measured.slowestFirstByteMs = Math.max(measured.slowestFirstByteMs, firstByteMs);
    measured.slowestMs = Math.max(measured.slowestMs, performance.now() - begin);
    return JSON.parse(text);
  };
  const watching = setInterval(() => {
    measured.peakMb = Math.max(measured.peakMb, usageOf(pid).residentMb);
    measured.ownPeakMb = Math.max(measured.ownPeakMb, ownMb(pid));
  }, LOOK_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: readers }, () => read(get)));
  } finally {
    clearInterval(watching);
  }
  return { reading, ...measured, idleMb, ownIdleMb, loopDelayP99Ms: await loopDelayP99Ms() };
}

async function readAllPages(get: Get): Promise<void> {
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; )
    ({ nextCursor: cursor } = await get(`/api/v1/posts?limit=500${cursor && `&cursor=${cursor}`}`));
}

async function readEachPost(get: Get): Promise<void> {
  const { items = [] } = await get('/api/v1/posts?limit=500');
  for (const { id } of items) await get(`/api/v1/posts/${id}`);
}

async function loopDelayP99Ms(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${CRAWLER_PORT}/metrics`)).text();
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text) ?? [];
  return Number(seconds) * 1000;
}

const ownMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
