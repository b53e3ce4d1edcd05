import type { IncomingMessage } from 'node:http';
import { eventually, LEVEL, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningSystem, startSystem } from './running-system.js';
import { answerFeed, hang } from './site-behaviours.js';

let site: TestWebServer;
let system: RunningSystem;
beforeEach(async () => {
  site = await startTestWebServer(answerFeed);
  system = await startSystem();
});
afterEach(async () => {
  await system.stop();
  await site.close();
});

/** A source that a person starts afresh is polled at the next tick. */
async function aPollThatHangs(): Promise<IncomingMessage> {
  const { id } = await system.sources.createSource({ name: 'Slow', feedUrl: `${site.url}/feed` });
  await system.pollNow(id);
  site.answer(hang);
  await system.sources.disableFeed(id, { reason: 'manual' });
  await system.sources.enableFeed(id);
  await eventually(() => expect(site.requests).toHaveLength(2));
  const [, hanging] = site.requests;
  if (!hanging) throw new Error('there is no request');
  return hanging;
}

describe('stopping', () => {
  it('given a poll that hangs, when the crawler is told to stop, then it abandons the poll, counts nothing and exits cleanly', async () => {
    await aPollThatHangs();
    expect(await system.crawler.stop()).toBe(0);
    expect(system.crawler.lines.at(-1)?.msg).toBe('stopped');
    expect(system.crawler.lines.map(({ msg }) => msg)).not.toContain('feed poll failed');
  });

  it('given a poll under way, when the crawler is told to stop, then the poll is finished and recorded', async () => {
    const hanging = await aPollThatHangs();
    const stopped = system.crawler.stop();
    hanging.socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    expect(await stopped).toBe(0);
    expect(system.crawler.lines.map(({ msg }) => msg)).toContain('feed poll failed');
  });

  it('given a poll that a person asked for and that hangs, when the crawler is told to stop, then it is abandoned cleanly', async () => {
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
