import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { requestsOf, type Workload } from './workload.js';

/** What the process is asked for. */
export interface LoadOrder {
  baseUrl: string;
  token: string;
  workload: Workload;
  ids: string[];
  connections: number;
  seconds: number;
  limit: number;
  batch: number;
  /** As in `accept-encoding`. */
  encoding: string;
}

export interface LoadResult {
  requests: number;
  failed: number;
  seconds: number;
  bytes: number;
  p50Ms: number;
  p99Ms: number;
}

/** Sends requests, as many at once as there are connections, each as soon as the last one is over. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const { baseUrl, token, connections, seconds, encoding } = order;
  const pool = new Pool(baseUrl, { connections, pipelining: 1 });
  const next = requestsOf(order.workload, order.ids, order);
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
  const times: number[] = [];
  let [failed, bytes, over] = [0, 0, false];

  async function send(): Promise<void> {
    const { method, path, body } = next();
    const started = performance.now();
    const withBody = body === undefined ? {} : { body };
    const response = await pool.request({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...withBody,
    });
    for await (const chunk of response.body) bytes += (chunk as Buffer).length;
    times.push(performance.now() - started);
    if (response.statusCode !== 200) failed += 1;
  }

  const started = performance.now();
  const sending = Array.from({ length: connections }, async () => {
    while (!over) await send();
  });
  await sleep(seconds * 1000);
  over = true;
  await Promise.all(sending);
  const took = (performance.now() - started) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { requests: times.length, failed, seconds: took, bytes, p50Ms: at(0.5), p99Ms: at(0.99) };
}

process.on('message', (order: LoadOrder) => {
  void load(order).then((result) => process.send?.(result));
});
