import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decodeText } from '@feedwarden/decode-text';
import { createAddressGuard, decodeBody, openDirectly, openResponse } from '@feedwarden/guarded-fetch';
import { createByteBudget } from '@feedwarden/pacing';
import { captureLogs, eventually } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createFetchPage } from '../src/fetch/fetch-page.js';
import type { FetchRequest, FetchResult } from '../src/fetch/ports.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const MAX_BYTES = 10_000;
const NOW = new Date('2026-01-02T03:04:05.000Z');
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const serve = (handler: Handler) => listen(createServer(handler));

/** Long enough for a busy machine; where the end of it is awaited a test gives a short one. */
const TIMEOUT_SECONDS = 20;
const SOON = 0.4;

// Feeds are fetched in one way, everything else in the other.
describe.each([
  { way: 'by Node', open: openDirectly },
  { way: 'by got', open: openResponse },
])('a request $way', ({ open }) => {
  function fetchPage(
    request: Partial<FetchRequest> & { url: string },
    stop = new AbortController().signal,
    timeoutSeconds = TIMEOUT_SECONDS,
  ) {
    const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });
    const fetch = createFetchPage({
      timeoutSeconds,
      maxBytes: MAX_BYTES,
      userAgent: 'Feedwarden/test (+https://example.com)',
      agents,
      open,
      now: () => NOW,
    });
    return fetch({ etag: null, lastModified: null, ...request }, stop);
  }
  const kindOf = (result: FetchResult) => (result.kind === 'failed' ? result.fact.kind : result.kind);
  /** The decoded text of a page, or the kind of the failure. */
  function textOf(result: FetchResult): string {
    if (result.kind !== 'page') return kindOf(result);
    const { body, contentType } = result.page;
    const content = decodeBody(body);
    return Buffer.isBuffer(content) ? decodeText(content, contentType) : content.kind;
  }

  describe('fetching a page', () => {
    it('returns the body, its hash and validators, and sends an honest request', async () => {
      let seen: IncomingMessage['headers'] = {};
      const url = await serve(({ headers }, response) => {
        seen = headers;
        response.writeHead(200, { 'content-type': 'text/xml', etag: 'W/"a"', 'last-modified': 'yesterday' });
        response.end('<rss/>');
      });
      expect(await fetchPage({ url: `${url}/feed` })).toEqual({
        kind: 'page',
        page: {
          url: `${url}/feed`,
          contentType: 'text/xml',
          body: {
            bytes: Buffer.from('<rss/>'),
            encoding: null,
            isFramed: true,
            limits: { maxBytes: MAX_BYTES, maxRatio: 200 },
          },
          wireHash: 'b8a3805e669decf7180d8c7f4af5d4706d615d0678c424bd1c6b853def3bf3d2',
          etag: 'W/"a"',
          lastModified: 'yesterday',
        },
        hints: { freshUntil: null, retryAfterAt: null, movedTo: null },
      });
      expect(seen['user-agent']).toBe('Feedwarden/test (+https://example.com)');
      expect(seen.accept).toContain('application/rss+xml');
      expect(seen).not.toHaveProperty('if-none-match');
      expect(seen).not.toHaveProperty('if-modified-since');
    });

    it('echoes validators unchanged', async () => {
      const validators = { etag: 'W/"odd \u00e9 -gzip"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' };
      let seen: unknown[] = [];
      const url = await serve(({ headers }, response) => {
        seen = [headers['if-none-match'], headers['if-modified-since']];
        response.writeHead(304, { location: '/not-a-redirect' }).end();
      });
      expect(await fetchPage({ url, ...validators })).toEqual({
        kind: 'not_modified',
        hints: { freshUntil: null, retryAfterAt: null, movedTo: null },
      });
      expect(seen).toEqual([validators.etag, validators.lastModified]);
    });

    it.each([
      'W/"weak"',
      'w/"weak but small"',
      '"with, comma"',
      '""',
      'unquoted',
      '"half',
      '"tab\tinside"',
      '"\\"escaped\\""',
      '"utf-8 in bytes: \u00c3\u00bc"',
      '"\u00ff\u0080"',
      `"${'long'.repeat(1000)}"`,
    ])('echoes the ETag %j byte for byte', async (etag) => {
      const seen: (string | undefined)[] = [];
      const url = await serve((request, response) => {
        seen.push(request.headers['if-none-match']);
        response.setHeader('etag', etag);
        // As bytes: Node writes the headers before a text in the text's own encoding.
        response.end(Buffer.from('<rss/>'));
      });
      const first = await fetchPage({ url });
      if (first.kind !== 'page') throw new Error('no page');
      await fetchPage({ url, etag: first.page.etag, lastModified: first.page.lastModified });
      expect(seen).toEqual([undefined, etag]);
    });

    it.each(['"line\r\nX-Other: one"', '"nul\0"', '"\u20ac"', '"\ud83d\ude00"', '\x7f'])(
      'leaves validators out that fit no header (%j)',
      async (unfit) => {
        const url = await serve(({ headers }, response) => {
          const seen = [headers['if-none-match'], headers['if-modified-since'], headers['x-other']];
          response.end(seen.some(Boolean) ? 'sent' : 'left out');
        });
        expect(textOf(await fetchPage({ url, etag: unfit, lastModified: unfit }))).toBe('left out');
      },
    );

    it.each([200, 304])('reads the caching headers of a %i', async (status) => {
      const url = await serve((_request, response) => {
        response.writeHead(status, { 'cache-control': 'max-age=600', age: '60' }).end();
      });
      expect(await fetchPage({ url })).toMatchObject({
        hints: { freshUntil: new Date('2026-01-02T03:13:05.000Z') },
      });
    });

    it.each([200, 304])('reads Retry-After of a %i', async (status) => {
      const url = await serve((_request, response) => {
        response.writeHead(status, { 'retry-after': '600' }).end();
      });
      expect(await fetchPage({ url })).toMatchObject({
        hints: { retryAfterAt: new Date('2026-01-02T03:14:05.000Z') },
      });
    });

    it.each([
      [404, {}, null],
      [410, {}, null],
      [401, {}, null],
      [204, {}, null],
      [206, {}, null],
      [302, {}, null],
      [429, { 'retry-after': '120' }, '2026-01-02T03:06:05.000Z'],
      [429, { 'retry-after': 'Fri, 02 Jan 2026 05:00:00 GMT' }, '2026-01-02T05:00:00.000Z'],
      [429, { 'x-rate-limit-reset': '1767325445' }, '2026-01-02T03:44:05.000Z'],
      [429, { 'x-rate-limit-reset': '1767325445', 'retry-after': '60' }, '2026-01-02T03:05:05.000Z'],
      [429, { 'x-rate-limit-reset': 'soon' }, null],
      [503, { 'x-rate-limit-reset': '1767325445' }, null],
      [503, { 'retry-after': 'whenever' }, null],
      [503, { 'retry-after': '60' }, '2026-01-02T03:05:05.000Z'],
    ])('reports status %i with %j', async (status, headers, retryAt) => {
      let requests = 0;
      const url = await serve((_request, response) => {
        requests += 1;
        response.writeHead(status, headers).end();
      });
      const retryAfterAt = retryAt && new Date(retryAt);
      expect(await fetchPage({ url })).toEqual({
        kind: 'failed',
        fact: { kind: 'status', status, retryAfterAt },
      });
      expect(requests).toBe(1);
    });
  });

  describe('redirects', () => {
    /** `/5` is sent to `/4` and so on; `/0` is the page. */
    const countdown: Handler = ({ url }, response) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    };

    it('follows five redirects and reports the final URL', async () => {
      const url = await serve(countdown);
      const result = await fetchPage({ url: `${url.replace('//', '//me:pw@')}/5` });
      expect(result).toMatchObject({ kind: 'page', page: { url: `${url}/0` } });
      expect(textOf(result)).toBe('arrived');
    });

    it('gives up after six redirects', async () => {
      const url = await serve(countdown);
      expect(kindOf(await fetchPage({ url: `${url}/6` }))).toBe('too_many_redirects');
    });

    it('does not send credentials of the URL to another host', async () => {
      const seen: unknown[] = [];
      const other = await serve(({ headers }, response) => {
        seen.push(headers.authorization);
        response.end('here');
      });
      const url = await serve(({ headers }, response) => {
        seen.push(headers.authorization);
        response.writeHead(301, { location: other }).end();
      });
      expect(kindOf(await fetchPage({ url: url.replace('//', '//me:pw@') }))).toBe('page');
      expect(seen).toEqual([`Basic ${Buffer.from('me:pw').toString('base64')}`, undefined]);
    });

    it('sends extra headers along while the host stays the same', async () => {
      const seen: unknown[] = [];
      const url = await serve((request, response) => {
        seen.push(request.headers.authorization);
        countdown(request, response);
      });
      await fetchPage({ url: `${url}/2`, headers: { authorization: 'Bearer abc' } });
      expect(seen).toEqual(['Bearer abc', 'Bearer abc', 'Bearer abc']);
    });

    it('drops extra headers once another port was asked', async () => {
      const seen: unknown[] = [];
      const ways: Record<string, string> = {};
      const handler: Handler = ({ headers, url = '' }, response) => {
        seen.push([url, headers.authorization]);
        const location = ways[url];
        if (location) response.writeHead(302, { location }).end();
        else response.end('home');
      };
      const home = await serve(handler);
      const other = await serve(handler);
      Object.assign(ways, { '/': `${other}/other`, '/other': '/there', '/there': `${home}/back` });
      const result = await fetchPage({ url: `${home}/`, headers: { authorization: 'Bearer abc' } });
      expect(kindOf(result)).toBe('page');
      expect(seen).toEqual([
        ['/', 'Bearer abc'],
        ['/other', undefined],
        ['/there', undefined],
        ['/back', undefined],
      ]);
    });

    it.each([
      'http://127.0.0.2:9/',
      'http://0x7f000002/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'https://10.0.0.1/',
    ])('refuses a redirect to %s', async (location) => {
      const url = await serve((_request, response) => response.writeHead(302, { location }).end());
      expect(kindOf(await fetchPage({ url }))).toBe('blocked_address');
    });

    it('closes the connection of a redirect whose body never ends', async () => {
      let closed = false;
      const url = await serve((request, response) => {
        if (request.url === '/page') return response.end('arrived');
        response.on('close', () => {
          closed = true;
        });
        return response.writeHead(302, { location: '/page' }).write('on and on');
      });
      expect(kindOf(await fetchPage({ url }))).toBe('page');
      await eventually(() => expect(closed).toBe(true));
    });
  });

  describe('bodies', () => {
    it.each([
      ['gzip', gzipSync('hello')],
      ['x-gzip', gzipSync('hello')],
      ['gzip', gzipSync('hello').subarray(0, -8)],
      ['deflate', deflateSync('hello')],
      ['deflate', deflateRawSync('hello')],
      ['br', brotliCompressSync('hello')],
      ['gzip, gzip', gzipSync(gzipSync('hello'))],
      ['deflate, br', brotliCompressSync(deflateRawSync('hello'))],
      ['gzip', Buffer.alloc(0)],
      ['br', Buffer.alloc(0)],
      ['identity', Buffer.from('hello')],
      ['utf-8', Buffer.from('hello')],
    ])('reads a body in %s', async (encoding, body) => {
      const url = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(body);
      });
      expect(textOf(await fetchPage({ url }))).toBe(body.length > 0 ? 'hello' : '');
    });

    it('decompresses gzip without the header that says so', async () => {
      const url = await serve((_request, response) => response.end(gzipSync('hello')));
      expect(textOf(await fetchPage({ url: `${url}/feed.xml.gz` }))).toBe('hello');
    });

    it.each(['gzip', 'br', 'deflate'])('reports a broken %s body as undecodable', async (encoding) => {
      const url = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end('this was never compressed');
      });
      expect(textOf(await fetchPage({ url }))).toBe('undecodable');
    });

    const zeros = Buffer.alloc(MAX_BYTES + 1);
    // Made beforehand: on a busy machine that takes longer than a fetch may.
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    it.each<[string, Handler]>([
      ['a long body', (_request, response) => response.end(zeros)],
      ['a long body of unknown length', (_request, response) => response.write(zeros) && response.end(zeros)],
      [
        'a gzip bomb',
        (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
      ],
      ['an undeclared gzip bomb', (_request, response) => response.end(bomb)],
      [
        'a brotli bomb',
        (_request, response) =>
          response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(zeros)),
      ],
      [
        'a body that never ends',
        (_request, response) => void setInterval(() => response.write(zeros), 5).unref(),
      ],
    ])('reports %s as too large', async (_given, handler) => {
      expect(textOf(await fetchPage({ url: await serve(handler) }))).toBe('too_large');
    });

    it('accepts a body of exactly the limit', async () => {
      const url = await serve((_request, response) => response.end(Buffer.alloc(MAX_BYTES, 'a')));
      expect(kindOf(await fetchPage({ url }))).toBe('page');
    });

    it('decodes the character set of the header', async () => {
      const url = await serve((_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/xml; charset=iso-8859-1' })
          .end(Buffer.from([0x93, 0xe9, 0x94]));
      });
      expect(textOf(await fetchPage({ url }))).toBe('“é”');
    });
  });

  describe('failures on the way', () => {
    const drip = (socket: Socket) => {
      socket.write('HTTP/1.1 200 ');
      setInterval(() => socket.write('O'), 20).unref();
    };

    it.each<[string, Handler, string]>([
      ['no answer', () => {}, 'headers'],
      ['a head that drips', ({ socket }) => drip(socket), 'headers'],
      ['a body that does not begin', (_request, response) => response.flushHeaders(), 'more of the body'],
      ['a body that rests', (_request, response) => void response.write('begun'), 'more of the body'],
    ])('names what it waited for when %s', async (_given, handler, waitingFor) => {
      const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });
      const limits = { timeoutSeconds: 3600, headersSeconds: 0.3, idleSeconds: 0.2 };
      const fetch = createFetchPage({ ...limits, userAgent: 'test', agents, open });
      const request = { url: await serve(handler), etag: null, lastModified: null };
      expect(await fetch(request, new AbortController().signal)).toMatchObject({
        kind: 'failed',
        fact: { kind: 'timeout', seconds: waitingFor === 'headers' ? 0.3 : 0.2, waitingFor },
      });
    });

    it.each<[string, Handler]>([
      ['no answer', () => {}],
      ['a body that drips', (_request, response) => void setInterval(() => response.write('.'), 20).unref()],
      [
        'slow redirects, each in time',
        ({ url }, response) =>
          void setTimeout(() => response.writeHead(302, { location: `${url}1` }).end(), 150),
      ],
    ])('times out after the configured time for %s', async (_given, handler) => {
      const url = await serve(handler);
      expect(await fetchPage({ url }, undefined, SOON)).toMatchObject({
        kind: 'failed',
        fact: { kind: 'timeout', seconds: SOON },
      });
    });

    it('waits with the rest of a body until others leave room for it, and its time does not run', async () => {
      const url = await serve((_request, response) => {
        response.write('begun');
        setTimeout(() => response.end(', and done'), 20);
      });
      const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });
      const budget = createByteBudget(1000, 0);
      const others = budget.growing();
      void others.grow(5000, new AbortController().signal);
      const fetch = createFetchPage({ timeoutSeconds: SOON, userAgent: 'test', agents, open, budget });
      let isOver = false;
      const fetching = fetch({ url, etag: null, lastModified: null }, new AbortController().signal).finally(
        () => {
          isOver = true;
        },
      );
      await eventually(() => expect(budget.held()).toBe(5000 + 'begun'.length));
      await sleep(2 * SOON * 1000);
      expect(isOver).toBe(false);
      others.end();
      expect(textOf(await fetching)).toBe('begun, and done');
      expect(budget.held()).toBe(0);
    });

    it.each<[string, string, () => Promise<string>]>([
      ['a connection cut at once', 'connection_reset', () => serve(({ socket }) => socket.resetAndDestroy())],
      [
        'a body cut short',
        'connection_reset',
        () =>
          serve((_request, response) => {
            response.writeHead(200, { 'content-length': 100 }).write('half');
            setTimeout(() => response.destroy(), 20);
          }),
      ],
      [
        'something that is not HTTP',
        'undecodable',
        () => listen(createTcpServer((socket) => socket.resume().end('SSH-2.0-OpenSSH\r\n'))),
      ],
      [
        'plain HTTP where TLS is due',
        'tls',
        async () => (await serve((_request, response) => response.end())).replace('http', 'https'),
      ],
      ['a port nobody listens on', 'connection_refused', async () => 'http://127.0.0.1:1/'],
      ['a private address', 'blocked_address', async () => 'http://127.0.0.2/'],
      ['another scheme', 'invalid_url', async () => 'file:///etc/passwd'],
      ['no URL', 'invalid_url', async () => 'http//example'],
    ])('reports %s as %s', async (_given, kind, place) => {
      expect(kindOf(await fetchPage({ url: await place() }))).toBe(kind);
    });

    it.each<[string, Handler]>([
      ['before an answer', () => {}],
      ['inside a body', (_request, response) => void response.write('begun')],
    ])('rejects with the reason and frees the socket when stopped %s', async (_given, handler) => {
      const stop = new AbortController();
      const reason = new Error('shutting down');
      let closed = false;
      const url = await serve((request, response) => {
        request.socket.on('close', () => {
          closed = true;
        });
        handler(request, response);
        setTimeout(() => stop.abort(reason), 30);
      });
      await expect(fetchPage({ url }, stop.signal)).rejects.toBe(reason);
      await eventually(() => expect(closed).toBe(true));
    });

    it('keeps the request out of the log when this machine fails', async () => {
      const exhausted = Object.assign(new Error('no file descriptors left'), { code: 'EMFILE' });
      class ExhaustedAgent extends Agent {
        override createConnection(): never {
          throw exhausted;
        }
      }
      const fetch = createFetchPage({
        timeoutSeconds: TIMEOUT_SECONDS,
        maxBytes: MAX_BYTES,
        userAgent: 'test',
        open,
        agents: { ...createAddressGuard({ allow: [] }).agents, http: new ExhaustedAgent() },
      });
      const request = { url: 'http://me:s3cret@news.example/', etag: null, lastModified: null };
      const headers = { authorization: 'Bearer s3cret' };
      const { logger, lines } = captureLogs();
      await fetch({ ...request, headers }, new AbortController().signal).catch((err) =>
        logger.error({ err }),
      );
      expect(JSON.stringify(lines)).toContain(exhausted.message);
      expect(JSON.stringify(lines)).not.toContain('s3cret');
    });

    it('sends no request after a stop', async () => {
      const reason = new Error('shut down');
      await expect(fetchPage({ url: 'http://127.0.0.1:1/' }, AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
});
