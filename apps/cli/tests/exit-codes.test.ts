import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  call,
  discovery,
  type FakeServices,
  json,
  pollError,
  problem,
  source,
  startCommand,
  startFakeServices,
} from './fake-services.js';

let services: FakeServices;
beforeAll(async () => {
  services = await startFakeServices();
});
beforeEach(() => services.reset());
afterAll(() => services.server.close());

interface Failure {
  why: string;
  args: string[];
  code: number;
  says: RegExp;
  env?: Record<string, string>;
  response?: [string, RequestListener];
}

const WRONG_USAGE: Failure[] = [
  { why: 'an unknown command', args: ['nope'], code: 2, says: /unknown command 'nope'.*feedwarden --help/ },
  { why: 'a misspelt one', args: ['sources', 'lst'], code: 2, says: /unknown command 'lst'.*mean list/ },
  { why: 'an unknown option', args: ['sources', 'list', '--nope'], code: 2, says: /unknown option '--nope'/ },
  {
    why: 'an unknown status',
    args: ['sources', 'list', '--status', 'x'],
    code: 2,
    says: /--status.*healthy, failing,.*feedwarden sources list --help/,
  },
  {
    why: 'an unknown order',
    args: ['sources', 'list', '--sort', '-nope'],
    code: 2,
    says: /--sort.*Allowed choices are createdAt, -createdAt,/,
  },
  { why: 'a host that is none', args: ['sources', 'list', '--host', 'a b'], code: 2, says: /name of a host/ },
  { why: 'a limit of 0', args: ['posts', '--limit', '0'], code: 2, says: /whole number from 1/ },
  { why: 'no time', args: ['posts', '--since', 'yesterday'], code: 2, says: /a time like 2026-03-01/ },
  {
    why: 'a missing argument',
    args: ['poll'],
    code: 2,
    says: /missing required argument 'source'.*feedwarden poll --help/,
  },
  { why: 'too many arguments', args: ['discover', 'a.example', 'b'], code: 2, says: /too many arguments/ },
  { why: 'a missing file', args: ['sources', 'import', '/nope'], code: 2, says: /no such file/ },
  { why: 'a folder for a file', args: ['sources', 'import', '/'], code: 2, says: /it is a folder/ },
  { why: 'neither names nor filters', args: ['sources', 'disable'], code: 2, says: /--all/ },
  {
    why: 'names and filters',
    args: ['sources', 'enable', source.id, '--type', 'rss'],
    code: 2,
    says: /name sources, or give filters/,
  },
  {
    why: 'a removal that nobody can confirm',
    args: ['sources', 'remove', source.id],
    code: 2,
    says: /--yes is missing/,
  },
  { why: 'an unknown scope', args: ['token', '--scope', 'x'], code: 2, says: /Unknown scope/ },
  { why: 'a missing scope', args: ['token'], code: 2, says: /--scope <scopes>' not specified/ },
  { why: 'an unknown shell', args: ['completion', 'tcsh'], code: 2, says: /bash, zsh, fish/ },
  { why: 'nothing to read', args: ['extract'], code: 2, says: /missing required argument 'from'/ },
  {
    why: 'a base that is not a URL',
    args: ['extract', '-', '--base', 'x'],
    code: 2,
    says: /http or https URL/,
  },
  { why: 'an unknown type', args: ['extract', '-', '--type', 'x'], code: 2, says: /rss, website, watchlist/ },
  {
    why: 'an address of a service that is none',
    args: ['sources', 'list', '--crawler-url', 'localhost:4200'],
    code: 2,
    says: /--crawler-url must be an http or https URL/,
  },
];

const FAILURES: Failure[] = [
  {
    why: 'a file that cannot be written',
    args: ['sources', 'export', '--output', '/nope/x.opml'],
    code: 1,
    says: /no such file or directory/,
    response: ['GET /api/v1/sources/export', json('<opml/>')],
  },
  {
    why: 'an address that is a source already',
    args: ['sources', 'add', 'news.example/feed'],
    code: 1,
    says: new RegExp(`source already: ${source.id} \\(News\\)`),
  },
  { why: 'a prefix of no id', args: ['sources', 'show', 'ffff0000'], code: 3, says: /no source "ffff0000"/ },
  {
    why: 'an id that is not there',
    args: ['sources', 'show', '00000000-0000-4000-8000-000000000000'],
    code: 3,
    says: /no such thing/,
  },
  {
    why: 'a webhook that is not there',
    args: ['webhooks', 'test', 'ffff'],
    code: 3,
    says: /no webhook "ffff"/,
    response: ['GET /api/v1/webhooks', json({ items: [], nextCursor: null })],
  },
  {
    why: 'nothing at the address',
    args: ['sources', 'add', 'other.example'],
    code: 3,
    says: /nothing to poll at .*410 Gone\. --anyway/,
    response: [
      'POST /api/v1/discover',
      json(discovery([], { kind: 'nothing', suggestion: null, error: pollError })),
    ],
  },
  {
    why: 'a rejected token',
    args: ['sources', 'list'],
    code: 4,
    says: /--token or FEEDWARDEN_TOKEN/,
    response: ['GET /api/v1/sources', problem(401, 'the token is not valid')],
  },
  {
    why: 'a missing scope',
    args: ['sources', 'list'],
    code: 4,
    says: /with that scope/,
    response: ['GET /api/v1/sources', problem(403, 'the scope sources:read is missing')],
  },
  {
    why: 'no token and no secret',
    args: ['sources', 'list'],
    code: 4,
    says: /npm start/,
    env: { FEEDWARDEN_TOKEN: '', DATA_DIR: '/nonexistent' },
  },
  {
    why: 'an unreachable service',
    args: ['sources', 'list'],
    code: 5,
    says: /npm start/,
    env: { SOURCE_MANAGER_URL: 'http://127.0.0.1:9' },
  },
  {
    why: 'an internal error of the service',
    args: ['sources', 'list'],
    code: 1,
    says: /something broke/,
    response: ['GET /api/v1/sources', problem(500, 'something broke')],
  },
];

describe('the exit code', () => {
  it.each([...WRONG_USAGE, ...FAILURES])(
    'is $code for $why, with one line that helps',
    async ({ args, code, says, env, response }) => {
      if (response) services.responses[response[0]] = response[1];
      const ended = await call(services, args, env ? { env } : {});
      expect(ended).toMatchObject({ code, out: '' });
      expect(ended.err).toMatch(says);
      expect(ended.err.trim().split('\n')).toHaveLength(1);
    },
  );

  it('is 130 when ctrl-C ends a request', async () => {
    const { url } = services.server;
    const { child, ended } = startCommand(['discover', 'news.example'], {
      CRAWLER_URL: url,
      FEEDWARDEN_TOKEN: 'a.b.c',
    });
    await new Promise<void>((resolve) => {
      services.responses['POST /api/v1/discover'] = () => resolve();
    });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, out: '', err: 'feedwarden: cancelled\n' });
  });
});

describe('a token', () => {
  const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';

  it.each([
    [['--token', 'opaque-secret', 'nope']],
    [['--token=opaque-secret', 'sources', 'opaque-secret']],
    [['--tokn=opaque-secret', 'sources', 'list']],
    [['sources', 'list', '--tokn', TOKEN]],
    [[TOKEN, 'sources', 'list']],
    [['sources', 'show', TOKEN]],
    [['sources', 'list', '--sort', TOKEN]],
  ])('is not printed by %j', async (args) => {
    const { code, out, err } = await call(services, args);
    expect(code).toBeGreaterThan(0);
    expect(out + err).not.toMatch(/opaque-secret|eyJ|c2lnbmF0dXJl/);
  });

  it.each([
    [['--token', 'd.e.f', 'sources', 'list']],
    [['sources', '--token', 'd.e.f', 'list']],
    [['sources', 'list', '--token=d.e.f']],
  ])('is used wherever it stands: %j', async (args) => {
    expect((await call(services, args)).code).toBe(0);
    expect(services.server.requests[0]?.headers.authorization).toBe('Bearer d.e.f');
  });
});
