import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { addressesOf, type FarmOrder, type FarmSettings } from './feed-farm.js';
import { feedText } from './feed-text.js';
import { makeCertificate } from './make-certificate.js';

/** The farm's own process, so that serving does not count as polling. Started by `startFeedFarm`. */
const settings: FarmSettings = JSON.parse(process.argv[2] ?? '{}');
let order: FarmOrder = { revision: 0, validators: true, failing: false };

/** Compressed once per revision; older revisions are dropped. */
let bodies = { revision: 0, byFeed: new Map<number, Buffer>() };

function bodyOf(feed: number): Buffer {
  if (bodies.revision !== order.revision) bodies = { revision: order.revision, byFeed: new Map() };
  const known = bodies.byFeed.get(feed);
  if (known) return known;
  const body = gzipSync(feedText(feed, order.revision, settings));
  bodies.byFeed.set(feed, body);
  return body;
}

const serve: RequestListener = (request, response) => {
  const feed = Number(/^\/feeds\/(\d+)/.exec(request.url ?? '')?.[1]);
  if (!Number.isInteger(feed)) return response.writeHead(404).end();
  if (order.failing && feed % 3 === 0) return fail(feed, response);
  const etag = `"${feed}-${order.revision}"`;
  if (order.validators && request.headers['if-none-match'] === etag)
    return response.writeHead(304, { etag }).end();
  const body = bodyOf(feed);
  response.writeHead(200, {
    'content-type': 'application/xml; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': body.length,
    ...(order.validators && { etag }),
  });
  return response.end(body);
};

/** A third of the feeds, in every way that a server has to fail. */
function fail(feed: number, response: ServerResponse): unknown {
  const statuses = [404, 410, 403, 429, 500, 503];
  const way = Math.floor(feed / 3) % (statuses.length + 4);
  const status = statuses[way];
  if (status !== undefined) return response.writeHead(status).end();
  if (way === 6) return undefined; // never answers
  if (way === 7)
    return response.writeHead(200, { 'content-type': 'text/xml' }).end('<rss><channel><item><title>');
  if (way === 8) return response.writeHead(302, { location: `/feeds/${feed}` }).end();
  return response.socket?.resetAndDestroy();
}

const server = settings.tls
  ? createTlsServer(makeCertificate(settings.tls, addressesOf(settings)), serve)
  : createServer(serve);
server.keepAliveTimeout = 5000;
server.listen(0, '0.0.0.0', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('message', (message: { order: FarmOrder }) => {
  order = message.order;
  for (let feed = 0; feed < settings.feeds; feed += 1) bodyOf(feed);
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit());
