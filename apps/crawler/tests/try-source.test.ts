import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestWebServer, type TestWebServer } from '@feedwarden/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { trySource } from '../src/try-source.js';

const FEED = `<rss version="2.0"><channel><title>T</title>
  <item><guid>1</guid><title>One</title><link>/one</link><description>&lt;b&gt;First&lt;/b&gt;</description></item></channel></rss>`;
const settings = {
  timeoutSeconds: 5,
  maxBytes: 100_000,
  userAgent: 'test',
  allowPrivate: ['127.0.0.1'],
  articleSelector: null,
};

let site: TestWebServer;
let folder: string;
beforeAll(async () => {
  site = await startTestWebServer((request, response) =>
    request.url === '/feed' ? response.end(FEED) : response.writeHead(404).end(),
  );
  folder = await mkdtemp(join(tmpdir(), 'feedwarden-try-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

describe('trying a source', () => {
  it('given a URL, when it is tried, then what a poll would store is told', async () => {
    expect(await trySource({ from: `${site.url}/feed`, type: 'rss', base: null, settings })).toMatchObject({
      outcome: 'entries',
      entries: [{ guid: '1', title: 'One', body: 'First', url: `${site.url}/one` }],
    });
  });

  it('given a file in another encoding and a base, when it is tried, then it is read as if it came from there', async () => {
    const file = join(folder, 'feed.xml');
    const prolog = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    await writeFile(file, Buffer.from(`${prolog}${FEED.replace('First', 'Pr\u00e9mier')}`, 'latin1'));
    expect(
      await trySource({ from: file, type: 'rss', base: 'https://news.example/x/feed', settings }),
    ).toMatchObject({
      entries: [{ body: 'Pr\u00e9mier', url: 'https://news.example/one' }],
    });
  });

  it('given a source that fails, when it is tried, then the error is told as a poll would have it', async () => {
    expect(await trySource({ from: `${site.url}/gone`, type: 'rss', base: null, settings })).toMatchObject({
      outcome: 'failed',
      error: { type: 'not_found', statusCode: 404 },
    });
  });
});
