import type { RequestListener } from 'node:http';
import { eventually, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(listOf('harbour', 'ferry'));
  system = await open.system();
});

const TEXT = 'The harbour was quiet when the first boats came in, and nobody had expected them before noon.';

/** A page with links to these articles; without any, what a site shows while it is rebuilt. */
function listOf(...names: string[]): RequestListener {
  return ({ url = '' }, response) => {
    const links = names
      .map((name) => `<h2><a href="/posts/${name}-story">The ${name} story</a></h2>`)
      .join('');
    const body =
      url === '/news' ? links || '<p>We are rebuilding.</p>' : `<article><p>${TEXT} ${url}</p></article>`;
    const status = url === '/robots.txt' ? 404 : 200;
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<title>News</title>${body}`);
  };
}

describe('a watchlist', () => {
  it('fails when its page has lost its links, and recovers with them', async () => {
    const { id } = await system.sources.createSource({
      name: 'News',
      type: 'watchlist',
      feedUrl: `${site.url}/news`,
    });
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored', newPosts: 2 });

    site.answer(listOf());
    for (const consecutiveFailures of [1, 2])
      expect(await system.pollNow(id)).toMatchObject({
        outcome: 'failed',
        error: {
          type: 'parse_error',
          code: 'no_links',
          message: 'the page has no links to articles, where there were 2 before',
        },
        feed: { consecutiveFailures },
      });
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        status: 'failing',
        lastErrorType: 'parse_error',
      }),
    );

    site.answer(listOf('harbour', 'ferry', 'bridge'));
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored', newPosts: 1, error: null });
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({ status: 'healthy', lastError: null }),
    );
  });
});
