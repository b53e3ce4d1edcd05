import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startHttpServer } from '@feedwarden/service-kit';
import { sendRequest, TEST_SECRET } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.js';
import { createSourceManager } from '../src/service.js';

const PAGE =
  '<!doctype html><title>Feedwarden</title><script type="module" src="/assets/index-Ab12Cd34.js"></script>';
const SCRIPT = 'console.log("page");'.repeat(200);

let folder: string;
let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets/index-Ab12Cd34.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/index-Ab12Cd34.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/index-Ab12Cd34.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'secret.env'), 'not a file of a page');
  const env = {
    SOURCE_MANAGER_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    JWT_SECRET: TEST_SECRET,
  };
  const service = createSourceManager(readConfig({ ...env, LOG_LEVEL: 'silent' }), { dashboard: folder });
  const server = await startHttpServer(service.app, { port: 0 });
  port = server.port;
  stop = async () => {
    await server.close();
    await service.stop();
  };
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequest(port, { method, path, headers: { host: `127.0.0.1:${port}`, ...headers } });
const open = (path: string, headers = {}) => get(path, { accept: 'text/html,*/*', ...headers });

describe('the page', () => {
  it.each([
    '/',
    '/login',
    '/sources',
    '/sources/6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11',
    '/hosts/news.example',
  ])('is what a person gets at %s, never from a cache that was not asked again', async (path) => {
    const { status, headers, text } = await open(path);
    expect([status, text]).toEqual([200, PAGE]);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await open(path, { 'if-none-match': headers.etag })).status).toBe(304);
  });

  it('runs its own files only, is framed by nobody, and turns no text into code', async () => {
    const { headers } = await open('/');
    expect(headers).toMatchObject({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' http://127.0.0.1:4200",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ].join('; '),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it.each([
    ['a name', 'feeds.lan:4100', 'http://feeds.lan:4200'],
    ['an IPv6 address', '[::1]:4100', 'http://[::1]:4200'],
    ['a semicolon', "x;script-src 'unsafe-inline'", 'http://127.0.0.1:4200'],
    ['a space', 'x https://evil.example', 'http://127.0.0.1:4200'],
    ['a path', 'x/../y', 'http://127.0.0.1:4200'],
  ])('names the crawler of the same host in its policy, given %s as Host', async (_given, host, crawler) => {
    const { headers } = await open('/', { host });
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${crawler}; form-action`);
  });

  it.each([
    ['br', { 'accept-encoding': 'gzip, br' }],
    ['gzip', { 'accept-encoding': 'gzip' }],
    [undefined, {}],
  ])('has files that are sent as they were compressed (%s), and kept for a year', async (encoding, sent) => {
    const { status, headers } = await get('/assets/index-Ab12Cd34.js', sent);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('asks for files without a hash again', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/api/v1/nothing', '/assets/index-00000000.js', '/docs/nothing', '/metrics/nothing'])(
    'is not what stands at %s',
    async (path) => {
      const { status, text } = await open(path);
      // Without a database the API is not ready, and says so.
      expect([status, text === PAGE]).toEqual([path.startsWith('/api') ? 503 : 404, false]);
    },
  );

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html%00.js',
    '/secret.env',
    '/index.html.br',
  ])('gives no other file away: %s', async (path) => {
    const { status, text } = await get(path);
    expect([status, text.includes('not a file')]).toEqual([404, false]);
  });

  it('is no answer for programs, and for no other method', async () => {
    expect((await get('/sources', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/sources', { accept: 'text/html' }, 'POST')).status).toBe(404);
    const head = await get('/', { accept: 'text/html' }, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(PAGE.length)]);
  });
});
