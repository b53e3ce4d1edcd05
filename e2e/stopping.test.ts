import type { IncomingMessage } from 'node:http';
import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { eventually, LEVEL, type TestWebServer } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../apps/standalone/src/processes/tcp-ports.js';
import { openResources } from './support/open-resources.js';
import { startService } from './support/running-service.js';
import type { RunningSystem } from './support/running-system.js';
import { hang, serveFeed } from './support/site-behaviours.js';

const open = openResources(afterEach);
let site: TestWebServer;
let system: RunningSystem;
beforeEach(async () => {
  site = await open.site(serveFeed);
  system = await open.system();
});

/** Enabling a feed makes it due: the next tick polls it, and the poll hangs. */
async function startHangingPoll(): Promise<IncomingMessage> {
  const { id } = await system.sources.createSource({ name: 'Slow', feedUrl: `${site.url}/feed` });
  await system.pollNow(id);
  site.answer(hang);
  await system.sources.disableFeed(id, { reason: 'manual' });
  await system.sources.enableFeed(id);
  await eventually(() => expect(site.requests).toHaveLength(2));
  const [, hanging] = site.requests;
  if (!hanging) throw new Error('no request arrived');
  return hanging;
}

describe('a crawler that is stopped', () => {
  it('abandons a hanging poll, counts nothing and exits with 0', async () => {
    await startHangingPoll();
    expect(await system.crawler.stop()).toBe(0);
    expect(system.crawler.lines.at(-1)?.msg).toBe('stopped');
    expect(system.crawler.lines.map(({ msg }) => msg)).not.toContain('feed poll failed');
  });

  it('finishes and records a running poll before it exits', async () => {
    const hanging = await startHangingPoll();
    const stopped = system.crawler.stop();
    hanging.socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    expect(await stopped).toBe(0);
    expect(system.crawler.lines.map(({ msg }) => msg)).toContain('feed poll failed');
  });

  it('abandons a hanging poll-now without an error', async () => {
    const { id } = await system.sources.createSource({ name: 'Asked', feedUrl: `${site.url}/feed` });
    await system.pollNow(id);
    site.answer(hang);
    const asked = system.askCrawler('POST', `/api/v1/feeds/${id}/poll`).catch(() => null);
    await eventually(() => expect(site.requests).toHaveLength(2));
    expect(await system.crawler.stop()).toBe(0);
    await asked;
    expect(system.crawler.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });
});

describe('a crawler that learns very many sources', () => {
  it('stops after the page under way, and goes on there after the next start', async () => {
    const cursors: (string | null)[] = [];
    const manager = await open.site((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://manager.example');
      if (pathname !== '/api/v1/sources/changes')
        return response.end(JSON.stringify({ ...DEFAULT_FAILURE_POLICIES, version: 'v1' }));
      cursors.push(searchParams.get('cursor'));
      const body = { items: [], nextCursor: `page-${cursors.length}`, more: true, policyVersion: 'v1' };
      return response.end(JSON.stringify(body));
    });
    const start = async () => startService('crawler', await freePort(), env);
    const env = { ...system.crawlerEnv, SOURCE_MANAGER_URL: manager.url };
    await system.crawler.stop();
    const learning = await start();
    open.closeLater(learning.stop);
    await eventually(() => expect(cursors.length).toBeGreaterThan(10));
    expect(await learning.stop()).toBe(0);
    const pages = cursors.length;
    const next = await start();
    open.closeLater(next.stop);
    await eventually(() => expect(cursors.length).toBeGreaterThan(pages + 10));
    // The last page was either applied, or is requested again.
    expect(cursors.length - new Set(cursors).size).toBeLessThanOrEqual(1);
  });
});
