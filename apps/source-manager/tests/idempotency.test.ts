import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { idempotencyKeys } from '../src/sources/change/schema.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { waitUntilBlocked } from './wait-until-blocked.js';

let manager: SourceManagerUnderTest;
let connection: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
});

const post = async (key: string, body: object, subject = 'tester') =>
  (await manager.asSubject(subject)).post('/api/v1/sources').set('idempotency-key', key).send(body);

const sourcesOf = async (host: string): Promise<{ id: string }[]> =>
  (await (await manager.as()).get(`/api/v1/sources?host=${host}`)).body.items;

describe('Idempotency-Key', () => {
  it('returns the same source, given the same request in other words', async () => {
    const first = await post('k1', { name: 'News', feedUrl: 'https://one.example/' });
    const again = await post('k1', { feedUrl: 'https://ONE.example', name: ' News', type: 'rss' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await sourcesOf('one.example')).toHaveLength(1);
    const events = await (await manager.as()).get(`${first.headers.location}/events`);
    expect(events.body.items).toHaveLength(1);
  });

  it('returns a source that changed since as it is now', async () => {
    const { headers } = await post('k2', { name: 'News' });
    await (await manager.as()).patch(headers.location ?? '').send({ name: 'Renamed' });
    expect((await post('k2', { name: 'News' })).body).toMatchObject({ name: 'Renamed', version: 2 });
  });

  it('responds 410 and adds no source, given one that was deleted since', async () => {
    const { headers } = await post('k3', { name: 'News', feedUrl: 'https://three.example/' });
    await (await manager.as()).delete(headers.location ?? '');
    expect((await post('k3', { name: 'News', feedUrl: 'https://three.example/' })).status).toBe(410);
    expect(await sourcesOf('three.example')).toEqual([]);
  });

  it('responds 422 and adds nothing, given another body', async () => {
    await post('k4', { name: 'News', feedUrl: 'https://four.example/' });
    const { status, body } = await post('k4', { name: 'Olds', feedUrl: 'https://four.example/' });
    expect([status, body.errors[0].field]).toEqual([422, 'Idempotency-Key']);
    expect(await sourcesOf('four.example')).toHaveLength(1);
  });

  it('is separate for each person', async () => {
    const ann = await post('k5', { name: 'News' }, 'ann');
    const ben = await post('k5', { name: 'News' }, 'ben');
    expect(ben.body).toMatchObject({ ownerId: 'ben' });
    expect(ben.body.id).not.toBe(ann.body.id);
  });

  it('adds one source for ten requests at once', async () => {
    const body = { name: 'News', feedUrl: 'https://race.example/' };
    // Held at the clock, so that they really meet: one has the key, the others wait for it.
    const race = await connection.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from change_clock for update`);
      const answers = Promise.all(Array.from({ length: 10 }, () => post('race', body)));
      await waitUntilBlocked(connection.db, 5);
      return { answers };
    });
    const answers = await race.answers;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] !== 'true')).toHaveLength(1);
    expect(await sourcesOf('race.example')).toHaveLength(1);
  });

  it('can be used again after a request that was refused', async () => {
    expect((await post('k6', { name: '' })).status).toBe(400);
    expect((await post('k6', { name: 'News' })).status).toBe(201);
  });

  it.each(['', 'ü', 'x'.repeat(256)])('responds 400 naming the header, given %j', async (key) => {
    const { status, body } = await post(key, { name: 'News' });
    expect([status, body.errors?.[0].field]).toEqual([400, 'Idempotency-Key']);
  });

  it('is forgotten after two days, but not after one', async () => {
    const { db } = connection;
    await db.execute(sql`
      insert into ${idempotencyKeys} (subject, key, body_hash, source_id, created_at)
      select 'old', n::text, 'x', gen_random_uuid(), now() - interval '49 hours' from generate_series(1, 60) n
      union all select 'yesterday', 'k', 'x', gen_random_uuid(), now() - interval '25 hours'`);
    await post('k7', { name: 'News' });
    const left = await db.selectDistinct({ subject: idempotencyKeys.subject }).from(idempotencyKeys);
    const subjects = left.map(({ subject }) => subject);
    expect(subjects).toContain('yesterday');
    expect(subjects).not.toContain('old');
  });
});

describe('unique=true', () => {
  const add = async (feedUrl: string | null, query = '?unique=true') =>
    (await manager.as()).post(`/api/v1/sources${query}`).send({ name: 'News', feedUrl });

  it('responds 409 with the id of the source that has this feedUrl already', async () => {
    const first = await add('https://unique.example/feed');
    expect(first.status).toBe(201);
    const again = await add('https://UNIQUE.example:443/feed');
    expect([again.status, again.body.existingId]).toEqual([409, first.body.id]);
    expect(again.headers.location).toBe(first.headers.location);
    expect(await sourcesOf('unique.example')).toHaveLength(1);
  });

  it('adds only one of two concurrent requests', async () => {
    const responses = await Promise.all([1, 2].map(() => add('https://twice.example/feed')));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each([
    ['a source without feedUrl', null, '?unique=true'],
    ['unique=false', 'https://again.example/feed', '?unique=false'],
    ['no query', 'https://again.example/feed', ''],
  ])('does not keep from adding the same again, given %s', async (_given, feedUrl, query) => {
    expect((await add(feedUrl, query)).status).toBe(201);
    expect((await add(feedUrl, query)).status).toBe(201);
  });
});
