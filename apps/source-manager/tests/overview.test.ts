import { DEFAULT_FAILURE_POLICIES, type Overview, type SourceHealth } from '@feedwarden/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import postgres from 'postgres';
import { createReadOverview } from '../src/overview/read-overview.js';
import { msToNextSample } from '../src/overview/sample-overview.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

type Api = Awaited<ReturnType<SourceManagerUnderTest['as']>>;

let manager: SourceManagerUnderTest;
let api: Api;
let sql: postgres.Sql;
const ids: Record<string, string> = {};

const NOW = Date.now();
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();

const failed = (sourceId: string, change: Partial<SourceHealth>): Partial<SourceHealth> => ({
  sourceId,
  healthEpoch: 0,
  consecutiveFailures: 2,
  lastFailureType: 'transient',
  lastErrorType: 'upstream_failure',
  lastError: 'HTTP 503',
  lastPolledAt: ago(0.1),
  lastSuccessAt: ago(9),
  failingSince: ago(3),
  nextPollAt: new Date(NOW + 600_000).toISOString(),
  nextPollReason: 'backoff',
  ...change,
});

beforeAll(async () => {
  manager = await startSourceManager();
  api = await manager.as();
  sql = postgres(manager.databaseUrl, { max: 1 });
  const add = async (name: string, feedUrl: string | null, more = {}) => {
    const { body } = await api
      .post('/api/v1/sources')
      .send({ name, feedUrl, ...more })
      .expect(201);
    ids[name] = body.id;
  };
  for (const n of [1, 2, 3]) await add(`down ${n}`, `https://down.example/${n}`);
  for (const name of ['odd', 'well', 'quarantined', 'disabled', 'policy', 'gone', 'new'])
    await add(name, `https://${name}.example/feed`);
  await add('no feed', null);
  const id = (name: string) => ids[name] ?? '';
  await api
    .post('/api/v1/sources/health')
    .send({
      reports: [
        ...[1, 2, 3].map((n) => failed(id(`down ${n}`), { failingSince: ago(n) })),
        failed(id('odd'), { lastErrorType: 'unexpected', lastError: 'HTTP 418', failingSince: ago(1) }),
        ...['well', 'quarantined', 'disabled', 'policy', 'gone'].map((name) =>
          failed(id(name), {
            consecutiveFailures: 0,
            lastFailureType: null,
            lastErrorType: null,
            lastError: null,
            failingSince: null,
          }),
        ),
      ],
    })
    .expect(200);
  await api
    .patch(`/api/v1/sources/${id('quarantined')}/quarantine`)
    .send({ reason: 'too often' })
    .expect(200);
  await api
    .patch(`/api/v1/sources/${id('disabled')}`)
    .send({ enabled: false })
    .expect(200);
  await sql`update sources set enabled = false, disabled_reason = '5 failures' where id = ${id('policy')}`;
  await sql`update sources set feed_disabled_at = now(), feed_disable_reason = 'gone' where id = ${id('gone')}`;
});
afterAll(async () => {
  await sql.end();
  await manager.stop();
});

const overview = async (): Promise<Overview> => (await api.get('/api/v1/overview').expect(200)).body;

describe('the overview', () => {
  it('counts every source once by its status, and what needs a person', async () => {
    expect(await createdOverview()).toMatchObject({
      total: 11,
      byStatus: {
        healthy: 2,
        failing: 4,
        cooling_down: 1,
        probing: 0,
        quarantined: 1,
        disabled: 2,
        no_feed: 1,
      },
      byErrorType: { upstream_failure: 3, unexpected: 1, not_found: 0 },
      neverPolled: 1,
      needsYou: { total: 3, unexpected: 1, quarantined: 1, disabledByPolicy: 1 },
      moved: 0,
      retriedWithinHour: 4,
      yesterday: null,
    });
  });

  /** Not the one that was asked for before everything was as it is now. */
  const createdOverview = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2100));
    return overview();
  };

  it('counts as the list does, status by status', async () => {
    const { byStatus, total, needsYou, neverPolled } = await overview();
    for (const [status, count] of Object.entries(byStatus)) {
      const { body } = await api.get(`/api/v1/sources?status=${status}&count=true`).expect(200);
      expect([status, body.total, body.items.length]).toEqual([status, count, count]);
    }
    expect((await api.get('/api/v1/sources?count=true')).body.total).toBe(total);
    expect((await api.get('/api/v1/sources?needs_you=true&count=true')).body.total).toBe(needsYou.total);
    expect((await api.get('/api/v1/sources?polled=false&status=healthy&count=true')).body.total).toBe(
      neverPolled,
    );
  });

  it('follows the number of sources, however they come and go', async () => {
    const counted = async () => (await sql`select total from change_clock`)[0]?.total;
    await sql`
      insert into sources (name, type, enabled, owner_id, change_seq)
      select 'many ' || n, 'rss', true, 'tester', 1 from generate_series(1, 5) n`;
    expect(await counted()).toBe(16);
    await sql`delete from sources where name like 'many %'`;
    expect(await counted()).toBe(11);
  });

  it('is read once for all who ask at the same time, and again after a failure', async () => {
    let asked = 0;
    const db = { execute: async () => Promise.reject(new Error(`read ${++asked}`)) };
    const read = createReadOverview(db as never, DEFAULT_FAILURE_POLICIES);
    const [one, other] = await Promise.allSettled([read(), read()]);
    expect([one, other]).toEqual([
      expect.objectContaining({ reason: new Error('read 1') }),
      expect.objectContaining({ reason: new Error('read 1') }),
    ]);
    await expect(read()).rejects.toThrow('read 2');
  });

  it('says when crawlers were last heard of', async () => {
    const { reports } = await overview();
    expect(Date.parse(reports.lastAt ?? '')).toBeGreaterThanOrEqual(NOW - 60_000);
    expect(reports.crawlerSeenAt).not.toBeNull();
  });
});

describe('the history of the overview', () => {
  it('has one point for each step, the last sample of it', async () => {
    await sql`delete from overview_samples`;
    await sql`
      insert into overview_samples (at, total, by_status, by_error_type)
      select '2026-03-01T00:00:00Z'::timestamptz + n * interval '10 minutes', n,
        (select by_status from (values ('{"healthy":1,"failing":0,"cooling_down":0,"probing":0,"quarantined":0,"disabled":0,"no_feed":0}'::jsonb)) v(by_status)),
        '{"rate_limited":0,"forbidden":0,"not_found":0,"gone":0,"upstream_failure":0,"network":0,"parse_error":0,"unexpected":0}'
      from generate_series(0, 17) n`;
    const { body } = await api
      .get('/api/v1/overview/history?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&step=1h')
      .expect(200);
    expect(body.points.map(({ at, total }: { at: string; total: number }) => [at, total])).toEqual([
      ['2026-03-01T00:50:00.000Z', 5],
      ['2026-03-01T01:50:00.000Z', 11],
      ['2026-03-01T02:50:00.000Z', 17],
    ]);
  });

  it('refuses to list more than 1000 points', async () => {
    const { body } = await api
      .get('/api/v1/overview/history?from=2026-01-01T00:00:00Z&to=2026-03-02T00:00:00Z&step=10m')
      .expect(400);
    expect(body.errors).toEqual([{ field: 'step', message: 'gives more than 1000 points' }]);
  });

  it('is sampled a second after every ten minutes', () => {
    expect(msToNextSample(Date.parse('2026-03-01T00:09:00Z'))).toBe(61_000);
    expect(msToNextSample(Date.parse('2026-03-01T00:10:01Z'))).toBe(600_000);
  });
});

describe('hosts', () => {
  it('in trouble are listed with what they are in, page by page', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.get(`/api/v1/hosts?limit=2${cursor && `&cursor=${cursor}`}`).expect(200);
      seen.push(
        ...body.items.map(
          ({ host, inTrouble }: { host: string; inTrouble: number }) => `${host} ${inTrouble}`,
        ),
      );
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(seen).toEqual([
      'down.example 3',
      'disabled.example 1',
      'gone.example 1',
      'odd.example 1',
      'policy.example 1',
      'quarantined.example 1',
    ]);
    const [down] = (await api.get('/api/v1/hosts?limit=1')).body.items;
    expect(down).toMatchObject({
      host: 'down.example',
      total: 3,
      byStatus: { failing: 3, healthy: 0 },
      byErrorType: { upstream_failure: 3 },
      failingSince: ago(3),
    });
  });

  it('are listed by name, from any beginning', async () => {
    const names = async (query: string) =>
      (await api.get(`/api/v1/hosts?sort=host${query}`).expect(200)).body.items.map(
        ({ host }: { host: string }) => host,
      );
    const all = await names('');
    expect(all).toEqual([...all].sort());
    expect(all).toHaveLength(8);
    expect(await names('&q=DO')).toEqual(['down.example']);
    const first = (await api.get('/api/v1/hosts?sort=host&limit=3')).body;
    expect([...(await names('&limit=3')), ...(await names(`&limit=5&cursor=${first.nextCursor}`))]).toEqual(
      all,
    );
  });
});

describe('incidents', () => {
  it('are hosts of which three sources fail in the same way', async () => {
    const { body } = await api.get('/api/v1/incidents').expect(200);
    expect(body.items).toEqual([
      expect.objectContaining({
        host: 'down.example',
        errorType: 'upstream_failure',
        sources: 3,
        since: ago(3),
        sample: { sourceId: ids['down 3'], name: 'down 3', lastError: 'HTTP 503' },
      }),
    ]);
  });
});

describe('the list of sources', () => {
  const names = async (query: string): Promise<string[]> =>
    (await api.get(`/api/v1/sources?${query}`).expect(200)).body.items.map(
      ({ name }: { name: string }) => name,
    );

  it('sorted by trouble has those that need a person, then those that fail, the longest first, then the others', async () => {
    const all = await names('sort=trouble');
    expect(new Set(all.slice(0, 3))).toEqual(new Set(['odd', 'quarantined', 'policy']));
    expect(all.slice(3, 6)).toEqual(['down 3', 'down 2', 'down 1']);
    expect(all).toHaveLength(11);
    const paged: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.get(`/api/v1/sources?sort=trouble&limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...body.items.map(({ name }: { name: string }) => name));
      cursor = body.nextCursor ?? '';
    } while (cursor);
    expect(paged).toEqual(all);
    expect(await names('sort=-trouble')).toEqual(all.toReversed());
  });

  it('finds sources by their ids, and says why each needs a person', async () => {
    const { body } = await api.get(`/api/v1/sources?ids=${ids.odd},${ids.well}`).expect(200);
    expect(
      body.items.map(({ name, needsYou }: { name: string; needsYou: string }) => [name, needsYou]),
    ).toEqual([
      ['odd', 'unexpected'],
      ['well', null],
    ]);
    expect(await names('needs_you=false&status=failing')).toHaveLength(3);
  });
});

describe('the events of all sources', () => {
  const events = async (query: string) => (await api.get(`/api/v1/events?${query}`).expect(200)).body.items;

  it('are listed newest first with the names of their sources, by actor, action, source and time', async () => {
    const all = await events('');
    expect(all.map(({ id }: { id: string }) => Number(id))).toEqual(
      all.map(({ id }: { id: string }) => Number(id)).toSorted((a: number, b: number) => b - a),
    );
    expect(await events('action=quarantined')).toEqual([
      expect.objectContaining({ sourceName: 'quarantined', actor: 'tester', groupId: null }),
    ]);
    expect(await events(`source_id=${ids.disabled}`)).toHaveLength(2);
    expect(await events('actor=nobody')).toEqual([]);
    const [{ at }] = await events('action=quarantined');
    expect(await events(`since=${at}&action=quarantined`)).toHaveLength(1);
    expect(await events(`until=${new Date(NOW - 3_600_000).toISOString()}`)).toEqual([]);
    expect(await events(`since=${new Date(NOW + 3_600_000).toISOString()}`)).toEqual([]);
  });

  it('name a source that was deleted as it was called', async () => {
    const { body } = await api.post('/api/v1/sources').send({ name: 'short-lived' }).expect(201);
    await api.delete(`/api/v1/sources/${body.id}`).expect(204);
    expect((await events('action=deleted'))[0].sourceName).toBe('short-lived');
  });
});
