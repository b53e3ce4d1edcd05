import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sampleSource, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';

export const MAIN = join(import.meta.dirname, '../dist/main.js');
export const source = sampleSource({ name: 'News', feedUrl: 'https://news.example/feed' });
export const feed = (n: number) => ({
  url: `https://news.example/${n}`,
  title: `Feed ${n}`,
  format: 'rss',
  foundBy: 'link',
  redirects: [],
  entries: 1,
  firstPoll: { store: 1, before_source: 0, too_old: 0 },
  sample: [],
});
const suggestion = { name: 'Feed 1', type: 'rss', feedUrl: 'https://news.example/1', siteUrl: null };
export const discovery = (feeds: object[], more: object = {}) => ({
  url: 'https://news.example/',
  finalUrl: 'https://news.example/',
  redirects: [],
  kind: 'page',
  title: 'News',
  feeds,
  isComplete: true,
  page: null,
  suggestion,
  error: null,
  ...more,
});
export const pollError = {
  type: 'gone',
  level: 'warn',
  failureType: 'permanent',
  code: 'http_410',
  statusCode: 410,
  url: 'https://news.example/',
  message: '410 Gone',
  retryAfterAt: null,
};

export const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
export const problem = (status: number, detail: string) =>
  json({ type: 'about:blank', title: 'No', status, detail }, status);

export interface FakeServices {
  server: TestWebServer;
  /** What is responded with, by method and path; a test may change it. */
  responses: Record<string, RequestListener>;
  reset(): void;
}

/** Both services behind one address, and one source that only its own id and list know. */
export async function startFakeServices(): Promise<FakeServices> {
  const services: FakeServices = {
    server: await startTestWebServer((request, response) => {
      const key = `${request.method} ${request.url?.replace(/\?.*/, '')}`;
      (services.responses[key] ?? problem(404, 'there is no such thing'))(request, response);
    }),
    responses: {},
    reset() {
      services.server.requests.length = 0;
      services.responses = {
        'GET /api/v1/sources': json({ items: [source], nextCursor: null }),
        [`GET /api/v1/sources/${source.id}`]: json(source),
        'POST /api/v1/sources': json(source, 201),
        'POST /api/v1/discover': json(discovery([feed(1)])),
      };
    },
  };
  return services;
}

export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** The built command as a process; nobody is at its terminal. */
export function startCommand(args: string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {}).end(input);
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.err += chunk;
  });
  const ended = once(child, 'close').then(([code]): Ended => ({ code: Number(code), ...texts }));
  return { child, ended };
}
