import type { RequestListener } from 'node:http';

/** What a site can do to a crawler. */
export const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>
  <item><guid>1</guid><title>First</title><link>https://news.example/1</link><description>&lt;p&gt;The first story, long enough to be told from every other story.&lt;/p&gt;</description></item>
  <item><guid>2</guid><title>Second</title><link>https://news.example/2</link><description>The second story, which is another one and says so in many words.</description></item>
</channel></rss>`;

export const answerStatus =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end();

export const answerText =
  (text: string, contentType = 'application/rss+xml'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(text);

export const answerFeed = answerText(FEED);

/** A feed with a validator: the second time it is only said that nothing changed. */
export const answerFeedOrNotModified: RequestListener = (request, response) => {
  if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
  else response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"1"' }).end(FEED);
};

export const reset: RequestListener = (request) => request.socket.resetAndDestroy();

export const hang: RequestListener = () => {};

export const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
