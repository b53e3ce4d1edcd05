import { createSourceClient } from '@feedwarden/client';
import {
  createTestDatabase,
  eventually,
  type PostgresProxy,
  startPostgresProxy,
  testToken,
} from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import { startPollLoad } from './support/poll-load.js';
import { respondWith } from './support/site-behaviours.js';

const open = openResources(afterEach);

const CUTS_PER_SERVICE = 160;
/** The last ones fall silent instead. In source-manager alone, which gives a silent connection up sooner. */
const SILENT = { 'source-manager': 2, crawler: 0 };

/** The nth new connection of a service is cut after its nth message: no two cuts come at the same moment. */
function cutEveryConnection(proxy: PostgresProxy, silent: number): () => number {
  const old = proxy.connections();
  proxy.plan((connection, message) => {
    const n = connection - old;
    if (n <= 0) return 'reset';
    if (n !== message || n > CUTS_PER_SERVICE) return null;
    if (n > CUTS_PER_SERVICE - silent) return 'freeze';
    return (['reset', 'close', 'torn'] as const)[n % 3] ?? null;
  });
  return () => proxy.cuts.filter(({ connection }) => connection > old).length;
}

describe('the system while its connections to PostgreSQL break', () => {
  it('keeps running, and neither loses an outcome nor counts it twice', async () => {
    const managerProxy = await openProxy('source-manager');
    const crawlerProxy = await openProxy('crawler');
    const site = await open.site(respondWith(503), '0.0.0.0');
    const system = await open.system({
      databases: { sourceManager: managerProxy.url, crawler: crawlerProxy.url },
      policyFile: { typed: { rules: { upstream_failure: { disableAfter: null } } } },
    });
    const load = await startPollLoad(system, site);
    const requests = startRequests(system.manager.url);
    try {
      await load.progress(3);
      const cuts = [
        cutEveryConnection(managerProxy, SILENT['source-manager']),
        cutEveryConnection(crawlerProxy, SILENT.crawler),
      ];
      await eventually(() => {
        for (const count of cuts) expect(count()).toBe(CUTS_PER_SERVICE);
      }, 90_000);
      await load.progress(3);
    } finally {
      await Promise.all([load.stop(), requests.stop()]);
    }
    await load.expectOutcomesToAgree();
  }, 180_000);
});

async function openProxy(service: 'source-manager' | 'crawler'): Promise<PostgresProxy> {
  const database = await createTestDatabase(service);
  open.closeLater(database.drop);
  const proxy = await startPostgresProxy(database.url);
  open.closeLater(proxy.close);
  return proxy;
}

/** Reads and writes sources without a pause, and without the client's patience after a failure. */
function startRequests(baseUrl: string) {
  const client = createSourceClient({
    baseUrl,
    token: () => testToken(['sources:read', 'sources:write']),
    retry: false,
  });
  let over = false;
  const requests = [
    () => client.listSources({ sort: 'failingSince' }),
    () => client.createSource({ name: 'another' }),
  ].map(async (request) => {
    while (!over) await request().catch(() => {});
  });
  return {
    stop: async () => {
      over = true;
      await Promise.all(requests);
    },
  };
}
