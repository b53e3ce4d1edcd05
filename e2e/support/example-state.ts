import type { RequestListener } from 'node:http';
import {
  type DocumentedRequest,
  EXAMPLE_SITE,
  EXAMPLE_SOURCE_ID,
  EXAMPLE_TWITTER_SOURCE_ID,
  EXAMPLE_WEBHOOK_ID,
} from '@feedwarden/contracts';
import { testToken } from '@feedwarden/test-kit';
import { respondWith, serveFeed, serveText } from './site-behaviours.js';

/** The site that the examples discover. Every other path of it serves a feed. */
export const exampleSite: RequestListener = (request, response) => {
  switch (request.url) {
    case '/blog':
      response.writeHead(301, { location: '/blog/' }).end();
      break;
    case '/blog/':
      serveText(BLOG, 'text/html')(request, response);
      break;
    case '/feed.xml':
      serveText(BLOG_FEED)(request, response);
      break;
    case '/robots.txt':
      respondWith(404)(request, response);
      break;
    default:
      serveFeed(request, response);
  }
};

const BLOG = `<!doctype html><title>Example Blog</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">
  <p>Welcome to the example blog, a blog about examples.</p>`;
const BLOG_FEED =
  '<rss version="2.0"><channel><title>Example Blog</title><item><title>First</title><link>/first</link></item></channel></rss>';

export interface ExampleState {
  sourceId: string;
  /** The same request, with the ids and addresses of this state. */
  about(request: DocumentedRequest): DocumentedRequest;
  remove(): Promise<void>;
}

/** Creates by the API what the examples refer to, in its initial state. */
export async function createExampleState(managerUrl: string, siteUrl: string): Promise<ExampleState> {
  const ask = async (method: string, path: string, body?: object): Promise<{ id?: string }> => {
    const authorization = `Bearer ${await testToken(['sources:write'])}`;
    const response = await fetch(`${managerUrl}/api/v1/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (body && !response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
    return text ? JSON.parse(text) : {};
  };

  const feedUrl = `${siteUrl}/feed`;
  const { id: sourceId = '' } = await ask('POST', 'sources', { name: 'Example News', feedUrl });
  const twitter = { name: 'X', type: 'twitter', feedUrl: 'https://x.com/example' };
  const { id: twitterId = '' } = await ask('POST', 'sources', twitter);
  const { id: webhookId = '' } = await ask('POST', 'webhooks', { url: `${siteUrl}/hook` });
  await ask('PUT', 'credentials/twitter', { apiKey: 'an-example-key' });
  const inPlace = (text: string) =>
    text
      .replaceAll(EXAMPLE_SITE, siteUrl)
      .replaceAll(EXAMPLE_SOURCE_ID, sourceId)
      .replaceAll(EXAMPLE_TWITTER_SOURCE_ID, twitterId)
      .replaceAll(EXAMPLE_WEBHOOK_ID, webhookId);

  return {
    sourceId,
    about: (request) => ({
      ...request,
      path: inPlace(request.path),
      body: request.body && JSON.parse(inPlace(JSON.stringify(request.body))),
    }),
    remove: async () => {
      await ask('DELETE', `webhooks/${webhookId}`);
      await ask('DELETE', `sources/${sourceId}`);
      await ask('DELETE', `sources/${twitterId}`);
    },
  };
}
