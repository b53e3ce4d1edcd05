import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sampleSource, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { run } from '../src/run.js';

const MAIN = join(import.meta.dirname, '../dist/main.js');
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

/** One call in this process. With `columns` a person sits at a terminal of that width, and gives no answers. */
export async function call(
  services: FakeServices,
  args: string[],
  { env = {}, columns }: { env?: Record<string, string>; columns?: number } = {},
): Promise<Ended> {
  const { url } = services.server;
  const out = recorder(columns);
  const err = recorder(columns);
  const code = await run(args, {
    env: { SOURCE_MANAGER_URL: url, CRAWLER_URL: url, FEEDWARDEN_TOKEN: 'a.b.c', ...env },
    streams: { stdin: Readable.from([]), stdout: out.stream, stderr: err.stream },
    signal: new AbortController().signal,
  });
  return { code, out: out.text(), err: err.text() };
}

function recorder(columns: number | undefined) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return {
    stream: Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }),
    text: () => text,
  };
}

/** The built command as a process; nobody is at its terminal. */
export function startCommand(args: string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {}).end(input);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, err, [code]]): Ended => ({ code: Number(code), out, err }),
  );
  return { child, ended };
}
