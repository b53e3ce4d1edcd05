import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tickChangeClock } from '../src/sources/follow/change-clock.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { waitUntilBlocked } from './wait-until-blocked.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());

async function create(): Promise<string> {
  const { body } = await (await manager.as())
    .post('/api/v1/sources')
    .send({ name: 'News', feedUrl: 'https://news.example/feed' });
  return `/api/v1/sources/${body.id}`;
}

const SWITCHES = [
  ['feed-disable', { reason: 'manual' }],
  ['feed-enable', {}],
  ['quarantine', {}],
  ['release', {}],
] as const;

describe('the ETag of a source', () => {
  it('shows its version in each response', async () => {
    const api = await manager.as();
    const created = await api.post('/api/v1/sources').send({ name: 'News' });
    const path = created.headers.location ?? '';
    const answers = [
      created,
      await api.get(path),
      await api.patch(path).send({ name: 'Other' }),
      await api.patch(`${path}/quarantine`).send({}),
    ];
    expect(answers.map(({ headers }) => headers.etag)).toEqual(['"1"', '"1"', '"2"', '"3"']);
    expect(answers.map(({ body }) => body.version)).toEqual([1, 1, 2, 3]);
  });

  it('changes with a health report, so that the old one is not "not modified"', async () => {
    const api = await manager.as();
    const path = await create();
    const { headers, body } = await api.get(path);
    const report = {
      sourceId: body.id,
      healthEpoch: body.healthEpoch,
      consecutiveFailures: 1,
      lastFailureType: 'transient',
      lastErrorType: 'network',
      lastError: 'timeout after 30s',
      lastPolledAt: '2026-02-01T00:00:00.000Z',
      lastSuccessAt: null,
      failingSince: '2026-02-01T00:00:00.000Z',
    };
    expect((await api.post('/api/v1/sources/health').send({ reports: [report] })).status).toBe(200);
    const later = await api.get(path).set('if-none-match', headers.etag ?? '');
    expect([later.status, later.headers.etag, later.body.status]).toEqual([200, headers.etag, 'failing']);
    const changed = await api
      .patch(path)
      .set('if-match', headers.etag ?? '')
      .send({ name: 'Other' });
    expect(changed.status).toBe(200);
  });
});

describe('If-Match', () => {
  it('lets one of two concurrent writers win, and refuses the other', async () => {
    const path = await create();
    const [ann, ben] = [await manager.asSubject('ann'), await manager.asSubject('ben')];
    const { db, close } = connectDatabase(manager.databaseUrl, { name: 'test' });
    const write = (api: typeof ann, name: string) =>
      api
        .patch(path)
        .set('if-match', '"1"')
        .send({ name })
        .then((answer) => answer);
    // Both are held until they wait side by side.
    const writers = await db.transaction(async (tx) => {
      await tickChangeClock(tx);
      const both = [write(ann, 'Ann'), write(ben, 'Ben')];
      await waitUntilBlocked(db, 2);
      return { answers: Promise.all(both) };
    });
    const answers = await writers.answers;
    await close();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = answers.find(({ status }) => status === 200);
    const loser = answers.find(({ status }) => status === 412);
    expect(loser?.headers).toMatchObject({ etag: '"2"' });
    expect(loser?.headers['content-type']).toContain('application/problem+json');
    expect(loser?.body.errors).toEqual([{ field: 'If-Match', message: 'the current version is "2"' }]);
    const now = await ann.get(path);
    expect(now.body).toEqual(winner?.body);
    const events = await ann.get(`${path}/events`);
    expect(events.body.items).toHaveLength(2);
    const again = await (winner?.body.name === 'Ann' ? ben : ann)
      .patch(path)
      .set('if-match', loser?.headers.etag ?? '')
      .send({ pollIntervalMinutes: 5 });
    expect(again.body).toMatchObject({ name: winner?.body.name, pollIntervalMinutes: 5, version: 3 });
  });

  it.each(['"2"', 'W/"1"', '"2", "3"'])(
    'responds 412 and changes nothing, given %s for version 1',
    async (tag) => {
      const api = await manager.as();
      const path = await create();
      const before = await api.get(path);
      const answers = [
        await api.patch(path).set('if-match', tag).send({ name: 'Other' }),
        await api.delete(path).set('if-match', tag),
      ];
      for (const [way, body] of SWITCHES)
        answers.push(await api.patch(`${path}/${way}`).set('if-match', tag).send(body));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 412));
      expect((await api.get(path)).body).toEqual(before.body);
      expect((await api.get(`${path}/events`)).body.items).toHaveLength(1);
    },
  );

  it.each(['"1"', '*', '"9", "1"'])('lets a source be deleted, given %s for version 1', async (tag) => {
    const api = await manager.as();
    const path = await create();
    expect((await api.delete(path).set('if-match', tag)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.delete(path).set('if-match', tag)).status).toBe(404);
  });

  it('responds 400 naming the header and changes nothing, given no tags', async () => {
    const api = await manager.as();
    const path = await create();
    const { status, body } = await api.patch(path).set('if-match', '1').send({ name: 'Other' });
    expect([status, body.errors[0].field]).toEqual([400, 'If-Match']);
    expect((await api.get(path)).body.version).toBe(1);
  });
});
