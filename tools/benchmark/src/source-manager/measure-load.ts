import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import postgres from 'postgres';
import { usageOf } from '../measure/process-usage.js';
import { MANAGER_PORT, signToken, startSourceManager, stop } from '../services/run-service.js';
import { withDatabases } from '../services/with-databases.js';
import { fillSources } from './fill-sources.js';
import type { LoadOrder, LoadResult } from './load-process.js';
import type { Workload } from './workload.js';

export interface LoadOptions {
  root: string;
  sources: number;
  workloads: readonly Workload[];
  connections: number;
  seconds: number;
  limit: number;
  batch: number;
  encoding: string;
}

export interface LoadMeasurement extends LoadResult {
  workload: Workload;
  perSecond: number;
  /** CPU seconds for 1,000 requests, by process. */
  cpuPerThousand: Record<string, number>;
}

/** Requests at a time until everything is compiled and cached. */
const WARM_UP_SECONDS = 3;

/** How many requests a second source-manager completes, with a load from a process of its own. */
export async function measureLoad(
  options: LoadOptions,
  tell: (measurement: LoadMeasurement) => void,
): Promise<void> {
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.fresh('bench_source_manager');
    const manager = await startSourceManager(options.root, databaseUrl);
    const load = fork(join(import.meta.dirname, 'load-process.js'));
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    try {
      await fillSources(sql, options.sources);
      const ids = (await sql<{ id: string }[]>`select id from sources`).map(({ id }) => id);
      const token = await signToken('sources:read sources:write feeds:toggle crawler');
      const baseUrl = `http://127.0.0.1:${MANAGER_PORT}`;
      const processes = { 'source-manager': manager.pid, PostgreSQL: databases.pid, load: load.pid };
      for (const workload of options.workloads) {
        const order: LoadOrder = { ...options, baseUrl, token, workload, ids };
        await run(load, { ...order, seconds: WARM_UP_SECONDS });
        tell(await measure(processes, load, order));
      }
    } finally {
      load.kill();
      await sql.end();
      await stop(manager);
    }
  });
}

async function measure(
  processes: Record<string, number | undefined>,
  load: ChildProcess,
  order: LoadOrder,
): Promise<LoadMeasurement> {
  const spent = () => Object.values(processes).map((pid) => usageOf(pid ?? 0).cpuSeconds);
  const before = spent();
  const result = await run(load, order);
  const after = spent();
  const cpu = Object.keys(processes).map((name, index) => [
    name,
    (((after[index] ?? 0) - (before[index] ?? 0)) * 1000) / result.requests,
  ]);
  return {
    ...result,
    workload: order.workload,
    perSecond: result.requests / result.seconds,
    cpuPerThousand: Object.fromEntries(cpu),
  };
}

async function run(load: ChildProcess, order: LoadOrder): Promise<LoadResult> {
  const result = once(load, 'message');
  load.send(order);
  const [value] = (await result) as [LoadResult];
  return value;
}
