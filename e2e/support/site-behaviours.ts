import type { RequestListener } from 'node:http';

export const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>
  <item><guid>1</guid><title>First</title><link>https://news.example/1</link><description>&lt;p&gt;The first story, long enough to differ from every other story.&lt;/p&gt;</description></item>
  <item><guid>2</guid><title>Second</title><link>https://news.example/2</link><description>The second story, which is long and different as well.</description></item>
</channel></rss>`;

export const respondWith =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end();

export const serveText =
  (text: string, contentType = 'application/rss+xml'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(text);

export const serveFeed = serveText(FEED);

/** A feed with an ETag: responds with 304 to a conditional request. */
export const serveFeedOrNotModified: RequestListener = (request, response) => {
  if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
  else response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"1"' }).end(FEED);
};

export const reset: RequestListener = (request) => request.socket.resetAndDestroy();

export const hang: RequestListener = () => {};

export const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
