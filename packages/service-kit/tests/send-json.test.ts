import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { appParts, TEST_ROW, testRoute } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createRequireScope } from '../src/auth/require-token.js';
import { createHttpApp } from '../src/http/http-app.js';
import { type RunningServer, startHttpServer } from '../src/http/http-server.js';
import { JsonText } from '../src/http/send-json.js';

const answer = { status: 200, description: 'Words.', schema: z.object({ words: z.string() }) };
const query = z.object({ length: z.coerce.number(), as: z.enum(['text', 'tagged']).optional() });
const wordsOf = (length: number) => ({ words: 'naïve '.repeat(length).slice(0, length) });

let server: RunningServer;
beforeAll(async () => {
  const routes = testRoute({ ...TEST_ROW, path: '/words', query, answer }, ({ query, response }) => {
    if (query.as === 'tagged') response.set('etag', '"1"');
    const content = wordsOf(query.length);
    return query.as === 'text' ? new JsonText(JSON.stringify(content)) : content;
  });
  const requireScope = createRequireScope(async () => ({
    subject: 'ann',
    scopes: new Set(),
    expiresAt: new Date(),
  }));
  const app = createHttpApp({ ...appParts().parts, requireScope, routes });
  server = await startHttpServer(app, { port: 0 });
});
afterAll(() => server.close());

const DECODE: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => body,
};

/** With node:http, which decodes nothing. */
async function get(path: string, accept?: string, method = 'GET') {
  const headers = accept === undefined ? {} : { 'accept-encoding': accept };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ port: server.port, path, headers, method, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  const body = await buffer(response);
  const encoding = response.headers['content-encoding'] ?? 'identity';
  const text = () => DECODE[encoding]?.(body).toString('utf8') ?? '';
  return { encoding, headers: response.headers, body, text };
}

describe('the JSON of a response', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['gzip;q=0', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('is encoded as the client accepts it: %p as %s', async (accept, expected) => {
    for (const length of [5000, 500_000]) {
      const { encoding, headers, body, text } = await get(`/words?length=${length}`, accept);
      expect(encoding).toBe(expected);
      expect(JSON.parse(text())).toEqual(wordsOf(length));
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(body.length),
        vary: 'accept-encoding',
      });
    }
  });

  it('is not compressed when it is small, or when its ETag names its bytes', async () => {
    for (const path of ['/words?length=500', '/words?length=5000&as=tagged'])
      expect((await get(path, 'gzip, br')).encoding).toBe('identity');
  });

  it('is the same whether the handler returns it as a value or as text', async () => {
    const [value, text] = [await get('/words?length=5000'), await get('/words?length=5000&as=text')];
    expect(text.text()).toBe(value.text());
    expect(text.headers['content-type']).toBe(value.headers['content-type']);
  });

  it('has the same headers in a response to HEAD, without a body', async () => {
    const { headers, body } = await get('/words?length=5000', 'gzip', 'HEAD');
    expect(headers['content-encoding']).toBe('gzip');
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    expect(body).toHaveLength(0);
  });
});
