import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const HOSTS = 10;
const FEEDS_PER_HOST = 3;
const ENTRIES_SERVED = 100;
const RESPONSE_MS = 15;

export type Kind = 'news' | 'flaky' | 'gone';

export interface WebFeed {
  /** Below the port of the site; each host has an address of its own. */
  host: string;
  path: string;
  kind: Kind;
  /** How many entries it has had: the newest hundred are in every response. */
  entries: number;
  requests: number;
}

/**
 * Ten hosts with three feeds each. One is gone for ever, which makes a switch that must happen once; some fail twice of
 * three times, which must switch nothing; all others have a new entry at every request.
 */
export function chaoticWeb() {
  const feeds: WebFeed[] = [];
  for (let host = 0; host < HOSTS; host += 1)
    for (let n = 0; n < FEEDS_PER_HOST; n += 1) {
      const kind = n > 0 ? 'news' : host % 2 ? 'flaky' : 'gone';
      feeds.push({ host: `127.0.1.${host + 1}`, path: `/${kind}-${n}`, kind, entries: 0, requests: 0 });
    }
  const underWay = new Map<string, number>();
  let mostAtOnce = 0;

  async function respond({ url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [host = ''] = (headers.host ?? '').split(':');
    const feed = feeds.find((one) => one.host === host && one.path === url);
    if (!feed) return void response.writeHead(404).end();
    const now = (underWay.get(host) ?? 0) + 1;
    underWay.set(host, now);
    mostAtOnce = Math.max(mostAtOnce, now);
    feed.requests += 1;
    const status = statusOf(feed);
    if (status === 200) feed.entries += 1;
    const body = status === 200 ? document(feed) : '';
    await sleep(RESPONSE_MS);
    underWay.set(host, (underWay.get(host) ?? 1) - 1);
    response.writeHead(status, { 'content-type': 'application/rss+xml' }).end(body);
  }

  return { feeds, respond, mostAtOnce: () => mostAtOnce };
}

function statusOf({ kind, requests }: WebFeed): number {
  if (kind === 'gone') return 410;
  return kind === 'flaky' && requests % 3 !== 0 ? 503 : 200;
}

function document({ entries, path }: WebFeed): string {
  const oldest = Math.max(1, entries - ENTRIES_SERVED + 1);
  const items = Array.from({ length: entries - oldest + 1 }, (_, index) => {
    const n = oldest + index;
    return `<item><guid>entry-${n}</guid><title>Entry ${n}</title><description>Of ${path}, number ${n}.</description></item>`;
  });
  return `<rss version="2.0"><channel><title>${path}</title>${items.join('')}</channel></rss>`;
}
