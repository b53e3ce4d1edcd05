import postgres, { type Sql } from 'postgres';
import { startFeedFarm } from '../farm/feed-farm.js';
import { usageOf } from '../measure/process-usage.js';
import { median } from '../measure/summary.js';
import { startCrawler, startSourceManager, stop, waitUntil } from '../services/run-service.js';
import { withDatabases } from '../services/with-databases.js';
import { fillSources } from './fill-sources.js';

export interface LearningOptions {
  root: string;
  sources: number;
  /** How many feeds are due in a tick; the farm has as many. */
  due: number;
}

const TICKS = 7;
const SMALL_FEED = { entries: 1, bytes: 1000, epoch: Date.now() };

/** How long a new crawler takes to learn all sources, and then to poll a few that are due among them. */
export async function measureLearning(options: LearningOptions, print: (text: string) => void) {
  const { root, sources, due } = options;
  const farm = await startFeedFarm({ ...SMALL_FEED, feeds: due, hosts: due, tls: null });
  await farm.serve({ revision: 0, validators: true, failing: false });
  try {
    await withDatabases(async (databases) => {
      const managerUrl = await databases.fresh('bench_source_manager');
      const crawlerUrl = await databases.fresh('bench_crawler');
      const manager = await startSourceManager(root, managerUrl);
      const sql = postgres(managerUrl, { max: 1, onnotice: () => {} });
      await fillSources(sql, sources, { feedUrls: farm.urls, allHealthy: true });
      const [last] = await sql<[{ id: string }]>`select id from sources order by change_seq desc limit 1`;
      await sql.end();
      const started = performance.now();
      const before = [usageOf(manager.pid ?? 0), usageOf(databases.pid)];
      const crawler = await startCrawler(root, crawlerUrl);
      const crawlerSql = postgres(crawlerUrl, { max: 2, onnotice: () => {} });
      try {
        await waitUntil(
          async () => (await crawlerSql`select 1 from feeds where source_id = ${last.id}`).length > 0,
        );
        const seconds = (performance.now() - started) / 1000;
        const used = [usageOf(crawler.pid ?? 0), usageOf(manager.pid ?? 0), usageOf(databases.pid)];
        const spent = used.map(({ cpuSeconds }, at) => cpuSeconds - (before[at - 1]?.cpuSeconds ?? 0));
        const perSource = spent.map((cpu) => ((cpu * 1000) / sources).toFixed(3));
        print(
          `${sources} sources learned in ${seconds.toFixed(1)} s; CPU ms each: crawler ${perSource[0]}, source-manager ` +
            `${perSource[1]}, PostgreSQL ${perSource[2]}; crawler ${used[0]?.residentMb.toFixed(0)} MB`,
        );
        print(await measureTicks(crawlerSql, due, [crawler.pid ?? 0, databases.pid]));
      } finally {
        await crawlerSql.end();
        await stop(crawler);
        await stop(manager);
      }
    });
  } finally {
    farm.stop();
  }
}

/** Makes the feeds of the farm due, several times, and waits until they have been polled and reported. */
async function measureTicks(sql: Sql, due: number, pids: number[]): Promise<string> {
  const rounds = [];
  // The first two fill caches and store posts.
  for (let tick = 0; tick < TICKS; tick += 1) {
    const cpu = () => pids.reduce((sum, pid) => sum + usageOf(pid).cpuSeconds, 0);
    await waitUntil(async () => (await sql`select 1 from feeds where unreported limit 1`).length === 0);
    const [polled, spent, started] = [await pollsOfFarm(sql), cpu(), performance.now()];
    await sql.begin(async (tx) => {
      await tx`update feeds set due_at = now() where host like '127.%'`;
      await tx`update hosts set claimable_at = now() where host like '127.%' and owner is null`;
    });
    await waitUntil(async () => (await pollsOfFarm(sql)) >= polled + due, 20);
    rounds.push({ ms: performance.now() - started, cpuMs: (cpu() - spent) * 1000 });
  }
  const counted = rounds.slice(2);
  const ms = median(counted.map((round) => round.ms));
  const cpuMs = median(counted.map((round) => round.cpuMs));
  return `a tick with ${due} due feeds: ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU in crawler and PostgreSQL`;
}

const pollsOfFarm = async (sql: Sql) =>
  Number(
    (await sql`select coalesce(sum(poll_seq), 0) as n from feeds where host >= '127.' and host < '127/'`)[0]
      ?.n,
  );
