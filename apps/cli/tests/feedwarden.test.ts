import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sampleSource, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

const MAIN = join(import.meta.dirname, '../dist/main.js');
const source = sampleSource({ name: 'News', feedUrl: 'https://news.example/feed' });
const feed = (n: number) => ({
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
const discovery = (feeds: object[], more: object = {}) => ({
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
const pollError = {
  type: 'gone',
  level: 'warn',
  failureType: 'permanent',
  code: 'http_410',
  statusCode: 410,
  url: 'https://news.example/',
  message: '410 Gone',
  retryAfterAt: null,
};

let server: TestWebServer;
let answers: Record<string, RequestListener>;
const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const problem = (status: number, detail: string) =>
  json({ type: 'about:blank', title: 'No', status, detail }, status);

beforeAll(async () => {
  server = await startTestWebServer((request, response) => {
    const key = `${request.method} ${request.url?.replace(/\?.*/, '')}`;
    (answers[key] ?? problem(404, 'there is no such thing'))(request, response);
  });
});
beforeEach(() => {
  server.requests.length = 0;
  answers = {
    'GET /api/v1/sources': json({ items: [source], nextCursor: null }),
    [`GET /api/v1/sources/${source.id}`]: json(source),
    'POST /api/v1/sources': json(source, 201),
    'POST /api/v1/discover': json(discovery([feed(1)])),
  };
});
afterAll(() => server.close());

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** The built command as a process; nobody is at its terminal. */
function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: import.meta.dirname,
    env: {
      PATH: process.env.PATH ?? '',
      SOURCE_MANAGER_URL: server.url,
      CRAWLER_URL: server.url,
      FEEDWARDEN_TOKEN: 'a.b.c',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
const feedwarden = (args: string[], env?: Record<string, string>) => start(args, env).ended;

describe('exit codes', () => {
  it.each<{
    given: string;
    args: string[];
    code: number;
    says: RegExp;
    env?: Record<string, string>;
    answer?: [string, RequestListener];
  }>([
    { given: 'no command of that name', args: ['nope'], code: 2, says: /no command "nope"/ },
    {
      given: 'no subcommand of that name',
      args: ['sources', 'nope'],
      code: 2,
      says: /there are: sources list/,
    },
    { given: 'an unknown option', args: ['sources', 'list', '--nope'], code: 2, says: /--nope/ },
    {
      given: 'an unknown status',
      args: ['sources', 'list', '--status', 'x'],
      code: 2,
      says: /--status must be any of healthy,/,
    },
    { given: 'no argument', args: ['poll'], code: 2, says: /<source> is missing.*feedwarden poll --help/ },
    {
      given: 'a file that is not there',
      args: ['sources', 'import', '/nope'],
      code: 2,
      says: /no such file/,
    },
    { given: 'a folder for a file', args: ['sources', 'import', '/'], code: 2, says: /it is a folder/ },
    {
      given: 'a file to write that cannot be',
      args: ['sources', 'export', '--output', '/nope/x.opml'],
      code: 1,
      says: /no such file or directory/,
      answer: ['GET /api/v1/sources/export', json('<opml/>')],
    },
    {
      given: 'too many arguments',
      args: ['discover', 'a.example', 'b'],
      code: 2,
      says: /"b" is one argument too many/,
    },
    { given: 'neither names nor filters', args: ['sources', 'disable'], code: 2, says: /--all/ },
    {
      given: 'a removal that nobody can confirm',
      args: ['sources', 'remove', source.id],
      code: 2,
      says: /--yes is missing/,
    },
    { given: 'an unknown scope', args: ['token', '--scope', 'x'], code: 2, says: /Unknown scope/ },
    {
      given: 'a prefix of no id',
      args: ['sources', 'show', 'ffff0000'],
      code: 3,
      says: /no source "ffff0000"/,
    },
    {
      given: 'an id that is not there',
      args: ['sources', 'show', '00000000-0000-4000-8000-000000000000'],
      code: 3,
      says: /no such thing/,
    },
    {
      given: 'nothing at the address',
      args: ['sources', 'add', 'news.example'],
      code: 3,
      says: /nothing to poll at .*410 Gone/,
      answer: [
        'POST /api/v1/discover',
        json(discovery([], { kind: 'nothing', suggestion: null, error: pollError })),
      ],
    },
    {
      given: 'a refused token',
      args: ['sources', 'list'],
      code: 4,
      says: /--token or FEEDWARDEN_TOKEN/,
      answer: ['GET /api/v1/sources', problem(401, 'the token is not valid')],
    },
    {
      given: 'a scope that is missing',
      args: ['sources', 'list'],
      code: 4,
      says: /with that scope/,
      answer: ['GET /api/v1/sources', problem(403, 'the scope sources:read is missing')],
    },
    {
      given: 'no token and no secret',
      args: ['sources', 'list'],
      code: 4,
      says: /npm start/,
      env: { FEEDWARDEN_TOKEN: '', DATA_DIR: '/nonexistent' },
    },
    {
      given: 'nobody there',
      args: ['sources', 'list'],
      code: 5,
      says: /npm start/,
      env: { SOURCE_MANAGER_URL: 'http://127.0.0.1:9' },
    },
    {
      given: 'a fault of the service',
      args: ['sources', 'list'],
      code: 1,
      says: /something broke/,
      answer: ['GET /api/v1/sources', problem(500, 'something broke')],
    },
  ])(
    'Given $given, when it is called, then it ends with $code and one line that helps',
    async ({ args, code, says, env, answer }) => {
      if (answer) answers[answer[0]] = answer[1];
      const ended = await feedwarden(args, env);
      expect(ended).toMatchObject({ code, out: '' });
      expect(ended.err).toMatch(says);
      expect(ended.err.trim().split('\n')).toHaveLength(1);
    },
  );

  it('Given a request under way, when ctrl-C comes, then it ends with 130', async () => {
    const { child, ended } = start(['discover', 'news.example']);
    await new Promise<void>((resolve) => {
      answers['POST /api/v1/discover'] = () => resolve();
    });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, out: '', err: 'feedwarden: cancelled.\n' });
  });
});

describe('what it prints when it is piped', () => {
  it('Given sources, when they are listed, then they are JSON without colours', async () => {
    const { code, out, err } = await feedwarden(['sources', 'list', '--status', 'failing,healthy', '--json']);
    expect({ code, err, items: JSON.parse(out) }).toEqual({ code: 0, err: '', items: [source] });
    expect(server.requests[0]?.url).toBe('/api/v1/sources?status=failing%2Chealthy&limit=500');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer a.b.c');
  });

  it.each([[source.id.slice(0, 8)], ['news.example/feed'], [source.id]])(
    'Given a source named as %s, when it is shown, then it is found',
    async (name) => {
      answers[`GET /api/v1/sources/${source.id}/events`] = json({ items: [], nextCursor: null });
      const { code, out } = await feedwarden(['sources', 'show', name]);
      expect({ code, shown: JSON.parse(out) }).toEqual({ code: 0, shown: { ...source, events: [] } });
    },
  );

  it.each([
    { given: 'the only feed', feeds: [feed(1)], args: [], adds: 'https://news.example/1' },
    {
      given: 'the feed that was picked',
      feeds: [feed(1), feed(2)],
      args: ['--pick', '2'],
      adds: 'https://news.example/2',
    },
  ])('Given $given, when it is added, then once, with a key', async ({ feeds, args, adds }) => {
    answers['POST /api/v1/discover'] = json(discovery(feeds));
    const bodies: string[] = [];
    answers['POST /api/v1/sources'] = async (request, response) => {
      for await (const chunk of request) bodies.push(String(chunk));
      json(source, 201)(request, response);
    };
    expect((await feedwarden(['sources', 'add', 'news.example', ...args])).code).toBe(0);
    expect(JSON.parse(bodies.join(''))).toMatchObject({ feedUrl: adds });
    expect(server.requests.at(-1)?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  });

  it('Given an address that redirects into nothing, when it is looked at, then both ends of the way are told', async () => {
    const redirects = [{ from: 'https://news.example/', statusCode: 301, to: 'http://10.0.0.1/' }];
    answers['POST /api/v1/discover'] = json(
      discovery([], { kind: 'nothing', suggestion: null, error: pollError, redirects }),
    );
    const { code, err } = await feedwarden(['discover', 'news.example']);
    expect(code).not.toBe(0);
    expect(err).toContain('at https://news.example/, which redirects to http://10.0.0.1/: 410 Gone');
  });

  it('Given a page that robots.txt keeps from being polled, when it is to be added, then that is the reason', async () => {
    const robotsRefusal = 'https://news.example/robots.txt does not allow it';
    const page = {
      title: 'News',
      excerpt: null,
      articles: 0,
      articleLinks: [],
      allowedByRobots: false,
      robotsRefusal,
    };
    answers['POST /api/v1/discover'] = json(discovery([], { page, suggestion: null }));
    const { err } = await feedwarden(['sources', 'add', 'news.example']);
    expect(err).toContain(`not to be polled: ${robotsRefusal}`);
  });

  it('Given several feeds and nobody to ask, when one is to be added, then they are listed and nothing is added', async () => {
    answers['POST /api/v1/discover'] = json(discovery([feed(1), feed(2)]));
    const { code, err } = await feedwarden(['sources', 'add', 'news.example']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('2: https://news.example/2') });
    expect(server.requests).toHaveLength(1);
  });

  it.each([[[]], [['sources']], [['sources', 'add']], [['poll']]])(
    'Given %j, when help is asked for, then it is told with the exit codes',
    async (words) => {
      const { code, out } = await feedwarden([...words, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`feedwarden ${words.join(' ')}`.trim());
      expect(out).toContain('Exit codes:');
    },
  );
});
