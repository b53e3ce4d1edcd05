import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultyWeb {
  port: number;
  /** Of all requests for a feed, those that were made to fail. */
  failures(): number;
  requests(): number;
  close(): Promise<void>;
}

const status =
  (code: number): RequestListener =>
  (_request, response) =>
    response.writeHead(code, { 'retry-after': '5' }).end();

/** One way to fail for every type and most codes. */
const FAILURES: RequestListener[] = [
  ...[429, 403, 404, 410, 500, 503, 401, 418].map(status),
  ({ socket }) => socket.resetAndDestroy(),
  ({ socket }) => socket.end('220 mail.test ESMTP\r\n'),
  () => {},
  (_request, response) => response.end('<!doctype html><title>No feed</title>'),
  (_request, response) => response.end('x'.repeat(200_000)),
  (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
  (_request, response) => response.writeHead(200, { 'content-length': 500 }).end('too short'),
  (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  (_request, response) => response.writeHead(302, { location: '/round-and-round' }).end(),
];
const ONE_IN = 5;

/** All of loopback is one web: a feed on every host, of whose polls every fifth fails, each time in another way. */
export async function startFaultyWeb(): Promise<FaultyWeb> {
  const asked = new Map<string, number>();
  let requests = 0;
  let failures = 0;
  const server = createServer((request, response) => {
    if (request.url === '/round-and-round') return response.writeHead(302, { location: request.url }).end();
    requests += 1;
    const host = request.headers.host ?? '';
    const count = asked.get(host) ?? 0;
    asked.set(host, count + 1);
    const turn = count + requests;
    if (turn % ONE_IN !== 0) return answerFeed(request, response, count);
    failures += 1;
    return FAILURES[failures % FAILURES.length]?.(request, response);
  });
  // Whoever polls cuts connections in the middle of anything.
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening));
  return {
    port: (server.address() as AddressInfo).port,
    failures: () => failures,
    requests: () => requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Every third time there is something new. */
function answerFeed({ headers }: IncomingMessage, response: ServerResponse, count: number): void {
  const edition = Math.floor(count / 3);
  const etag = `"${edition}"`;
  if (headers['if-none-match'] === etag) return void response.writeHead(304).end();
  const items = Array.from({ length: 10 }, (_, n) => edition + n).map(
    (n) =>
      `<item><guid>${n}</guid><title>Story ${n}</title><description>All about the story number ${n} of ${headers.host}.</description></item>`,
  );
  response
    .writeHead(200, { etag })
    .end(`<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`);
}
