import { randomUUID } from 'node:crypto';
import type { SourceEvent } from '@feedwarden/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
let id: string;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());
beforeEach(async () => {
  const anna = await manager.asSubject('anna');
  const { body } = await anna
    .post('/api/v1/sources')
    .send({ name: 'News', feedUrl: 'https://news.example/feed' });
  id = body.id;
});

async function events(query = ''): Promise<SourceEvent[]> {
  return (await (await manager.as('sources:read')).get(`/api/v1/sources/${id}/events${query}`)).body.items;
}

/** One step of somebody: the way below the source, and what is sent there. */
type Step = [who: string, way: string, body?: object];

async function follow(steps: Step[]): Promise<void> {
  for (const [who, way, body] of steps) {
    const api = await manager.asSubject(who);
    const answer = await api.patch(`/api/v1/sources/${id}${way}`).send(body);
    expect([way, answer.status]).toEqual([way, 200]);
  }
}

const evidence = { typeStreak: 3, errorType: 'not_found', statusCode: 404, error: 'HTTP 404' };
const MOVED = { movedFrom: 'https://news.example/feed', movedTo: 'https://***@news.example/new' };
const command = () => ({
  commandId: randomUUID(),
  healthEpoch: 0,
  decidedAt: new Date().toISOString(),
  evidence,
});

const cases: { when: string; steps: Step[]; expected: Partial<SourceEvent> }[] = [
  {
    when: 'settings change',
    steps: [['bert', '', { name: 'Newer', pollIntervalMinutes: 5, siteUrl: null }]],
    expected: {
      actor: 'bert',
      action: 'changed',
      evidence: {
        changes: { name: { from: 'News', to: 'Newer' }, pollIntervalMinutes: { from: null, to: 5 } },
      },
    },
  },
  {
    when: 'a person disables the source',
    steps: [['bert', '', { enabled: false }]],
    expected: {
      actor: 'bert',
      action: 'source_disabled',
      evidence: { changes: { enabled: { from: true, to: false } } },
    },
  },
  {
    when: 'a person enables the source',
    steps: [
      ['bert', '', { enabled: false }],
      ['anna', '', { enabled: true }],
    ],
    expected: {
      actor: 'anna',
      action: 'source_enabled',
      evidence: { changes: { enabled: { from: false, to: true } } },
    },
  },
  {
    when: 'the crawler disables the source',
    steps: [['crawler', '/auto-disable', { reason: 'Auto-disabled after 5 errors', command: command() }]],
    expected: {
      actor: 'crawler',
      action: 'source_disabled',
      reason: 'Auto-disabled after 5 errors',
      evidence,
    },
  },
  {
    when: 'the crawler disables the feed',
    steps: [['crawler', '/feed-disable', { reason: 'not_found', command: command() }]],
    expected: { actor: 'crawler', action: 'feed_disabled', reason: 'not_found', evidence },
  },
  {
    when: 'a probe fails',
    steps: [
      ['crawler', '/feed-disable', { reason: 'not_found', command: command() }],
      ['crawler', '/feed-disable', { reason: 'gone', command: command() }],
    ],
    expected: { actor: 'crawler', action: 'cooldown_renewed', reason: 'gone', evidence },
  },
  {
    when: 'a person takes over from a cooldown',
    steps: [
      ['crawler', '/feed-disable', { reason: 'not_found', command: command() }],
      ['bert', '/feed-disable', { reason: 'manual' }],
    ],
    expected: { actor: 'bert', action: 'feed_disabled', reason: 'manual' },
  },
  {
    when: 'the crawler enables the feed',
    steps: [
      ['crawler', '/feed-disable', { reason: 'not_found', command: command() }],
      ['crawler', '/feed-enable', { command: command() }],
    ],
    expected: { actor: 'crawler', action: 'feed_enabled', reason: null, evidence },
  },
  {
    when: 'a person enables the feed',
    steps: [
      ['bert', '/feed-disable', { reason: 'manual' }],
      ['anna', '/feed-enable'],
    ],
    expected: { actor: 'anna', action: 'feed_enabled' },
  },
  {
    when: 'the crawler quarantines the source',
    steps: [['crawler', '/quarantine', { reason: '5 failures in a row: HTTP 500', command: command() }]],
    expected: { actor: 'crawler', action: 'quarantined', reason: '5 failures in a row: HTTP 500', evidence },
  },
  {
    when: 'a person releases the source',
    steps: [
      ['bert', '/quarantine'],
      ['anna', '/release'],
    ],
    expected: { actor: 'anna', action: 'released' },
  },
  {
    when: 'the crawler follows a feed that moved',
    steps: [
      [
        'crawler',
        '/move-feed',
        {
          from: 'https://news.example/feed',
          to: 'https://me:pw@news.example/new',
          command: { ...command(), evidence: { ...MOVED, movedTo: 'https://me:pw@news.example/new' } },
        },
      ],
    ],
    expected: { actor: 'crawler', action: 'moved', evidence: MOVED },
  },
];

describe('the events of a source', () => {
  it('begin with who created it', async () => {
    expect(await events()).toEqual([
      {
        id: expect.any(String),
        sourceId: id,
        at: expect.any(String),
        actor: 'anna',
        action: 'created',
        reason: null,
        evidence: null,
        groupId: null,
      },
    ]);
  });

  it.each(cases)('say who, what and why, when $when', async ({ steps, expected }) => {
    await follow(steps);
    const [newest, ...older] = await events();
    expect(newest).toMatchObject({ sourceId: id, reason: null, evidence: null, ...expected });
    expect(older).toHaveLength(steps.length);
  });

  it('outlive the source, and the last one names it', async () => {
    await (await manager.asSubject('bert')).delete(`/api/v1/sources/${id}`);
    const [newest, oldest] = await events();
    expect(newest).toMatchObject({ actor: 'bert', action: 'deleted', evidence: { name: 'News' } });
    expect(oldest).toMatchObject({ actor: 'anna', action: 'created' });
  });

  it.each<[string, Step[]]>([
    ['a patch that says what is so', [['bert', '', { name: 'News', enabled: true }]]],
    ['enabling an enabled feed', [['bert', '/feed-enable']]],
    ['releasing a free source', [['bert', '/release']]],
  ])('do not include %s, which makes no new version either', async (_title, steps) => {
    await follow(steps);
    expect(await events()).toHaveLength(1);
    expect((await (await manager.as()).get(`/api/v1/sources/${id}`)).body.version).toBe(1);
  });

  it('do not include a command that is refused', async () => {
    const api = await manager.as();
    const body = { reason: 'gone', command: { ...command(), healthEpoch: 7 } };
    expect((await api.patch(`/api/v1/sources/${id}/feed-disable`).send(body)).status).toBe(409);
    expect(await events()).toHaveLength(1);
  });

  it('keep the rest of evidence that PostgreSQL cannot hold', async () => {
    const odd = { ...command(), evidence: { error: 'bad \0 bytes \ud800' } };
    await follow([['crawler', '/quarantine', { reason: 'a\0b', command: odd }]]);
    expect((await events())[0]).toMatchObject({ reason: 'ab', evidence: { error: 'bad  bytes \uFFFD' } });
  });

  it('come once each over all pages, newest first', async () => {
    await follow([1, 2, 3, 4].map((n) => ['bert', '', { name: `News ${n}` }]));
    const api = await manager.as('sources:read');
    const seen: SourceEvent[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { items: SourceEvent[]; nextCursor: string | null } } = await api.get(
        `/api/v1/sources/${id}/events?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.items);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(await events());
    expect(seen.map((event) => event.action)).toEqual([...Array(4).fill('changed'), 'created']);
  });

  it('respond 404, given an id nobody ever had', async () => {
    const api = await manager.as();
    for (const unknown of [randomUUID(), 'not-a-uuid'])
      expect((await api.get(`/api/v1/sources/${unknown}/events`)).status).toBe(404);
  });

  it('respond 403 without the scope to read', async () => {
    expect((await (await manager.as('crawler')).get(`/api/v1/sources/${id}/events`)).status).toBe(403);
  });
});
