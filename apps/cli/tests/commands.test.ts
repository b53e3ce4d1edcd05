import { stripVTControlCharacters } from 'node:util';
import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { displayWidth } from '../src/terminal/text.js';
import {
  call,
  discovery,
  type FakeServices,
  feed,
  json,
  pollError,
  source,
  startFakeServices,
} from './fake-services.js';

let services: FakeServices;
beforeAll(async () => {
  services = await startFakeServices();
});
beforeEach(() => services.reset());
afterAll(() => services.server.close());

const FEED_STATE = {
  sourceId: source.id,
  feedUrl: source.feedUrl,
  consecutiveFailures: 0,
  typeStreak: 0,
  permanentStreak: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  lastPolledAt: null,
  lastSuccessAt: null,
  failingSince: null,
  feedDisabledAt: null,
  feedDisableReason: null,
  nextPollAt: null,
  nextPollReason: 'interval',
  quarantinedAt: null,
  enabled: true,
  movedTo: null,
  movedSince: null,
  proposedFeedUrl: null,
  proposedSince: null,
};
const feedwarden = (args: string[], columns?: number) =>
  call(services, args, columns === undefined ? {} : { columns });

/** The bodies of the requests that this path got, as they came. */
function recordBodies(key: string, response: unknown): string[] {
  const bodies: string[] = [];
  services.responses[key] = async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    json(response, 200)(request, reply);
  };
  return bodies;
}

describe('sources', () => {
  it('list as JSON without colours when piped', async () => {
    const { code, out, err } = await feedwarden(['sources', 'list', '--status', 'failing,healthy', '--json']);
    expect({ code, err, items: JSON.parse(out) }).toEqual({ code: 0, err: '', items: [source] });
    expect(services.server.requests[0]?.url).toBe('/api/v1/sources?status=failing%2Chealthy&limit=500');
    expect(services.server.requests[0]?.headers.authorization).toBe('Bearer a.b.c');
  });

  it('sorts in descending order with a minus before the field', async () => {
    expect((await feedwarden(['sources', 'list', '--sort', '-failingSince', '--limit', '7'])).code).toBe(0);
    expect(services.server.requests[0]?.url).toBe('/api/v1/sources?sort=-failingSince&limit=7');
  });

  it.each([[source.id.slice(0, 8)], ['news.example/feed'], ['http://news.example/feed/'], [source.id]])(
    'shows a source that is named as %s, with its events, its polls and its streak',
    async (name) => {
      const history = {
        ...FEED_STATE,
        consecutiveFailures: 2,
        typeStreak: 2,
        permanentStreak: 2,
        lastErrorType: 'not_found',
        recentPolls: [],
      };
      services.responses[`GET /api/v1/sources/${source.id}/events`] = json({ items: [], nextCursor: null });
      services.responses['GET /api/v1/failure-policies'] = json({
        ...DEFAULT_FAILURE_POLICIES,
        version: '1',
      });
      services.responses[`GET /api/v1/feeds/${source.id}`] = json(history);
      const { code, out } = await feedwarden(['sources', 'show', name]);
      expect({ code, shown: JSON.parse(out) }).toMatchObject({
        code: 0,
        shown: { ...source, events: [], streak: { policy: 'typed', count: 2, limit: 3 }, feed: history },
      });
    },
  );

  it('shows the address that is proposed for a source', async () => {
    services.responses['GET /api/v1/failure-policies'] = json({ ...DEFAULT_FAILURE_POLICIES, version: '1' });
    services.responses[`GET /api/v1/sources/${source.id}/events`] = json({ items: [], nextCursor: null });
    const proposed = { ...source, proposedFeedUrl: 'https://news.example/feed.xml' };
    services.responses[`GET /api/v1/sources/${source.id}`] = json(proposed);
    const { out } = await feedwarden(['sources', 'show', source.id], 100);
    expect(stripVTControlCharacters(out)).toMatch(/^proposed address +https:\/\/news\.example\/feed\.xml$/m);
  });

  it('shows a source that the crawler does not know yet', async () => {
    services.responses[`GET /api/v1/sources/${source.id}/events`] = json({ items: [], nextCursor: null });
    services.responses['GET /api/v1/failure-policies'] = json({ ...DEFAULT_FAILURE_POLICIES, version: '1' });
    const { code, out, err } = await feedwarden(['sources', 'show', source.id]);
    expect({ code, shown: JSON.parse(out) }).toMatchObject({ code: 0, shown: { id: source.id, feed: null } });
    expect(err).toContain('No polls to show');
  });

  it.each([
    { what: 'the only feed', feeds: [feed(1)], args: [], adds: 'https://news.example/1' },
    {
      what: 'the feed that was picked',
      feeds: [feed(1), feed(2)],
      args: ['--pick', '2'],
      adds: 'https://news.example/2',
    },
  ])('adds $what once, with an idempotency key', async ({ feeds, args, adds }) => {
    services.responses['POST /api/v1/discover'] = json(discovery(feeds));
    const bodies = recordBodies('POST /api/v1/sources', source);
    expect((await feedwarden(['sources', 'add', 'news.example', ...args])).code).toBe(0);
    expect(JSON.parse(bodies.join(''))).toMatchObject({ feedUrl: adds });
    expect(services.server.requests.at(-1)?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  });

  it('adds a feed that is down when told to add it anyway', async () => {
    services.responses['POST /api/v1/discover'] = json(
      discovery([], { kind: 'nothing', suggestion: null, error: pollError }),
    );
    const bodies = recordBodies('POST /api/v1/sources', source);
    const { code, err } = await feedwarden(['sources', 'add', 'down.example/feed', '--anyway']);
    expect(code).toBe(0);
    expect(err).toContain('410 Gone (added anyway)');
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { name: 'down.example/feed', type: 'rss', feedUrl: 'https://down.example/feed' },
    ]);
  });

  it('gives both ends of a redirect into nothing', async () => {
    const redirects = [{ from: 'https://news.example/', statusCode: 301, to: 'http://10.0.0.1/' }];
    services.responses['POST /api/v1/discover'] = json(
      discovery([], { kind: 'nothing', suggestion: null, error: pollError, redirects }),
    );
    const { code, out, err } = await feedwarden(['discover', 'news.example']);
    expect({ code, found: JSON.parse(out) }).toMatchObject({ code: 3, found: { error: { type: 'gone' } } });
    expect(err).toContain('at https://news.example/, which redirects to http://10.0.0.1/: 410 Gone');
  });

  it('does not add a page that robots.txt forbids, and says why', async () => {
    const robotsRefusal = 'https://news.example/robots.txt does not allow it';
    const page = {
      title: 'News',
      excerpt: null,
      articles: 0,
      articleLinks: [],
      allowedByRobots: false,
      robotsRefusal,
    };
    services.responses['POST /api/v1/discover'] = json(discovery([], { page, suggestion: null }));
    const { err } = await feedwarden(['sources', 'add', 'news.example']);
    expect(err).toContain(`not to be polled: ${robotsRefusal}`);
  });

  it('lists several feeds and adds none when there is nobody to ask', async () => {
    services.responses['POST /api/v1/discover'] = json(discovery([feed(1), feed(2)]));
    const { code, err } = await feedwarden(['sources', 'add', 'news.example']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('2: https://news.example/2') });
    expect(services.server.requests.map(({ method }) => method)).not.toContain('PATCH');
    expect(services.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each([
    { command: ['quarantine', '--reason', 'spam'], path: 'quarantine', body: { reason: 'spam' } },
    { command: ['release'], path: 'release', body: {} },
  ])('sends $command', async ({ command, path, body }) => {
    const bodies = recordBodies(`PATCH /api/v1/sources/${source.id}/${path}`, source);
    const { code, out } = await feedwarden(['sources', ...command, source.id]);
    expect({ code, changed: JSON.parse(out) }).toEqual({ code: 0, changed: [source] });
    expect(bodies.map((sent) => JSON.parse(sent))).toEqual([body]);
  });
});

describe('webhooks', () => {
  const webhook = {
    id: '7a1d4f0c-2b6e-4c3a-9f58-6f0d8a2e1b34',
    url: 'https://hooks.example/in',
    events: ['disabled'],
    createdAt: '2026-02-01T08:00:00.000Z',
    goneAt: null,
    failuresInARow: 0,
  };
  const path = `/api/v1/webhooks/${webhook.id}`;
  beforeEach(() => {
    services.responses['GET /api/v1/webhooks'] = json({ items: [webhook], nextCursor: null });
  });

  it('are listed', async () => {
    expect(JSON.parse((await feedwarden(['webhooks', 'list'])).out)).toEqual([webhook]);
  });

  it('are added with the events that were chosen, and the secret is printed', async () => {
    const created = { ...webhook, secret: 'whsec_0123456789abcdef' };
    const bodies = recordBodies('POST /api/v1/webhooks', created);
    const { out } = await feedwarden(['webhooks', 'add', webhook.url, '--events', 'disabled, quarantined']);
    expect(JSON.parse(bodies.join(''))).toEqual({ url: webhook.url, events: ['disabled', 'quarantined'] });
    expect(JSON.parse(out)).toEqual(created);
  });

  it.each([
    { delivered: true, code: 0 },
    { delivered: false, code: 1 },
  ])('are tested: exit code $code when delivered is $delivered', async ({ delivered, code }) => {
    const attempt = { delivered, status: delivered ? 204 : null, error: null, durationMs: 8 };
    services.responses[`POST ${path}/test`] = json(attempt);
    const ended = await feedwarden(['webhooks', 'test', '7a1d']);
    expect({ code: ended.code, attempt: JSON.parse(ended.out) }).toEqual({ code, attempt });
  });

  it('are named by their address, for their deliveries and to be removed', async () => {
    services.responses[`GET ${path}/deliveries`] = json({ items: [], nextCursor: null });
    services.responses[`DELETE ${path}`] = (_request, response) => void response.writeHead(204).end();
    expect((await feedwarden(['webhooks', 'deliveries', webhook.url])).out).toBe('[]\n');
    expect((await feedwarden(['webhooks', 'remove', webhook.url])).code).toBe(0);
    expect(services.server.requests.at(-1)).toMatchObject({ method: 'DELETE', url: path });
  });
});

describe('the output for a person', () => {
  const long = {
    ...source,
    name: '新聞'.repeat(30),
    status: 'failing',
    lastError: `getaddrinfo ENOTFOUND\u001b[2J ${'x'.repeat(80)}`,
    consecutiveFailures: 12,
    failingSince: '2026-01-01T00:00:00.000Z',
  };

  it.each([
    { columns: 100, head: /^ID +STATUS +SINCE +NEXT +POLLED +NAME +ADDRESS +TROUBLE$/ },
    { columns: 55, head: /^ID +STATUS +SINCE +NEXT +NAME$/ },
    { columns: 45, head: /^ID +STATUS +SINCE +NAME$/ },
    { columns: 20, head: /^ID +STATUS +NAME$/ },
  ])('is a table of as many columns as $columns characters hold', async ({ columns, head }) => {
    services.responses['GET /api/v1/sources'] = json({ items: [long, source], nextCursor: null });
    services.responses[`GET /api/v1/feeds/${source.id}`] = json({
      ...FEED_STATE,
      nextPollAt: new Date(Date.now() + 3 * 3_600_000 + 60_000).toISOString(),
      recentPolls: [],
    });
    const { out } = await feedwarden(['sources', 'list'], columns);
    const lines = stripVTControlCharacters(out).trimEnd().split('\n');
    expect(lines[0]).toMatch(head);
    expect(lines).toHaveLength(3);
    if (columns > 50) expect(lines[2]).toContain('in 3h');
    if (columns > 40) expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    expect(out).not.toContain('\x1b[2J');
  });

  it('says in one line what was done', async () => {
    services.responses[`PATCH /api/v1/sources/${source.id}/release`] = json(source);
    const { out } = await feedwarden(['sources', 'release', source.id], 80);
    expect(out).toBe(`released: ${source.id.slice(0, 8)} News\n`);
  });

  it('is JSON on request', async () => {
    expect(JSON.parse((await feedwarden(['sources', 'list', '--json'], 80)).out)).toEqual([source]);
  });
});

describe('the output for a program', () => {
  it('has no character in it that a terminal obeys', async () => {
    const odd = { ...source, lastError: 'a\u009b2Jb\u202ec' };
    services.responses['GET /api/v1/sources'] = json({ items: [odd], nextCursor: null });
    const { out } = await feedwarden(['sources', 'list']);
    expect(out).not.toMatch(/[\u009b\u202e]/);
    expect(JSON.parse(out)).toEqual([odd]);
  });

  it('is the version', async () => {
    expect(await feedwarden(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  it.each([[[]], [['sources']], [['sources', 'add']], [['poll']], [['webhooks', 'test']]])(
    'is the help of %j',
    async (words) => {
      const { code, out } = await feedwarden([...words, '--help']);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: feedwarden ${words.join(' ')}`.trim());
    },
  );

  it('names every command and the exit codes in the help without arguments', async () => {
    const { code, out } = await feedwarden([]);
    expect(code).toBe(0);
    for (const name of ['sources list', 'webhooks deliveries', 'extract <from>', 'Exit codes:'])
      expect(out).toContain(name);
  });
});
