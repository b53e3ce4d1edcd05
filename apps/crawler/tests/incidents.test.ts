import { blameIncidentQuerySchema } from '@feedwarden/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type SQL, sql } from 'drizzle-orm';
import { createOwnOutages } from '../src/blame/store/own-outages.js';
import { countedStatement, createIncidentList, incidentsStatement } from '../src/incidents/incident-list.js';
import { readOwnNetwork } from '../src/incidents/read-own-network.js';
import { failedPoll, unchangedPoll } from '../src/poll/testing/sample-feed.js';
import { createBlamedCrawler, letTimePass } from './blamed-crawler.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let database: CrawlerDatabase;
beforeEach(async () => {
  database = await openCrawlerDatabase();
});
afterEach(() => database.close());

const list = (query: Record<string, string> = {}) =>
  createIncidentList(database.db).list(blameIncidentQuerySchema.parse(query));

/** Of hosts `host-1.example` …: every third is open, and a later one is newer. */
async function fillIncidents(count: number, openEvery = 3): Promise<void> {
  await database.db.execute(sql`
    insert into incidents (scope, key, route, vantage, family, code, state, started_at, opened_at, is_reopened,
      closed_at, close_reason, probes, votes, next_probe_at, penalty, is_silenced, evidence, feeds)
    select 'host', 'host-' || n || '.example', '', 'default', 'down', 'http_503',
      case when n % ${openEvery} = 0 then 'open' else 'closed' end, at, at, false,
      case when n % ${openEvery} = 0 then null else at + interval '1 hour' end,
      case when n % ${openEvery} = 0 then null else 'recovered' end, 2, '[]', at + interval '1 hour', 1000, false, '[]', 7
    from (select n, now() - interval '80 days' + n * interval '1 minute' as at
      from generate_series(1, ${count}::int) n) numbered`);
}

async function pagesOf(query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ ...query, ...(cursor && { cursor }) });
    pages.push(page.items.map(({ key, state }) => `${key.replace(/\D/g, '')} ${state}`));
    cursor = page.nextCursor;
  } while (cursor);
  return pages;
}

describe('the list of incidents', () => {
  it('has what is open first, then the newest, page by page', async () => {
    await fillIncidents(7);
    expect(await pagesOf({ limit: '3' })).toEqual([
      ['6 open', '3 open', '7 closed'],
      ['5 closed', '4 closed', '2 closed'],
      ['1 closed'],
    ]);
    expect(await pagesOf({ open: 'true', limit: '1' })).toEqual([['6 open'], ['3 open']]);
    expect(await pagesOf({ open: 'false' })).toEqual([
      ['7 closed', '5 closed', '4 closed', '2 closed', '1 closed'],
    ]);
  });

  it('has each of those once that were opened in the same millisecond', async () => {
    await fillIncidents(5);
    await database.db.execute(sql`update incidents set opened_at = '2026-02-05T06:00:00Z'`);
    const shown = (await pagesOf({ limit: '2' })).flat();
    expect(shown).toHaveLength(5);
    expect(new Set(shown).size).toBe(5);
  });
});

describe('an incident', () => {
  it('has its hosts, its feeds, its evidence and how it ends', async () => {
    const sources = ['a', 'b', 'c', 'd'].map((path) => aSource({ feedUrl: `https://down.example/${path}` }));
    await database.apply(sources);
    await letTimePass(database, '0 minutes');
    let isDown = false;
    const crawler = createBlamedCrawler(database, { read: () => (isDown ? failedPoll(503) : unchangedPoll) });
    await crawler.takeTurns();
    isDown = true;
    await letTimePass(database, '1 hour');
    await crawler.takeTurns();
    await database.apply([], [sources[0]?.id ?? '']);

    const { items } = await list({ open: 'true' });
    expect(items).toMatchObject([
      {
        kind: 'host',
        key: 'down.example',
        route: null,
        family: 'down',
        code: 'http_503',
        state: 'open',
        feeds: 4,
      },
    ]);
    const found = await createIncidentList(database.db).find(items[0]?.id ?? '');
    expect(found).toMatchObject({ ...items[0], hosts: ['down.example'], hostCount: 1, feedsNow: 3 });
    expect(found?.evidence).toHaveLength(3);
    const ids = sources.map(({ id }) => id);
    for (const { sourceId } of found?.evidence ?? []) expect(ids).toContain(sourceId);
    expect(found?.ends).toMatch(/^One of its feeds is polled for all/);
    expect(found?.nextProbeAt).not.toBeNull();
  });

  it('of a route counts the feeds of that route only', async () => {
    const paths = ['bird/1', 'bird/2', 'video/1'];
    await database.apply(paths.map((path) => aSource({ feedUrl: `https://hub.example/${path}` })));
    await fillIncidents(1);
    await database.db.execute(sql`update incidents set scope = 'route', key = 'hub.example', route = 'bird'`);
    await database.db.execute(sql`insert into incident_hosts select id, key from incidents`);
    const [incident] = (await list()).items;
    expect(incident).toMatchObject({ kind: 'route', route: 'bird', state: 'closed', nextProbeAt: null });
    expect(await createIncidentList(database.db).find(incident?.id ?? '')).toMatchObject({
      feedsNow: 2,
      ends: 'It is over: the feeds that were asked responded well.',
    });
  });

  it('that is not known is not there', async () => {
    expect(await createIncidentList(database.db).find('6a0b7c1e-4d52-4f0c-9b7a-2c8e5d1f3a46')).toBeNull();
  });
});

describe('among 100,000 incidents of the last months', () => {
  const plan = async (statement: SQL): Promise<string> => {
    const rows = await database.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('a page is read in the order of an index, and an incident by its own hosts', async () => {
    await fillIncidents(100_000, 5000);
    await database.db.execute(sql`insert into incident_hosts select id, key from incidents`);
    await database.db.execute(sql`analyze incidents`);
    await database.db.execute(sql`analyze incident_hosts`);
    const { items, nextCursor } = await list({ limit: '50' });
    expect(items.filter(({ state }) => state === 'open')).toHaveLength(20);
    for (const query of [{}, { open: 'true' }, { open: 'false' }, { cursor: nextCursor ?? '' }]) {
      const statement = incidentsStatement(database.db, blameIncidentQuerySchema.parse(query));
      const read = await plan(statement.getSQL());
      expect(read).toContain('Index Scan Backward using incidents_listed');
      expect(read).not.toContain('Sort');
    }
    const counted = await plan(countedStatement({ id: items[0]?.id ?? '', scope: 'host', route: '' }));
    expect(counted).not.toContain('Seq Scan on incident_hosts');
  });
});

describe('our own networks', () => {
  it('are shown with their trouble, and ours with its past', async () => {
    const ours = createOwnOutages(database.db, 'home');
    const theirs = createOwnOutages(database.db, 'abroad');
    const canaries = [{ host: 'up.example:443', reached: false }];
    expect(await readOwnNetwork(database.db, 'home', true)).toEqual({
      vantage: 'home',
      watched: true,
      items: [{ vantage: 'home', state: 'online', since: null }],
      outages: [],
    });
    const [began, ended] = [new Date('2026-02-05T06:00:00Z'), new Date('2026-02-05T07:00:00Z')];
    await ours.save('offline', began, canaries);
    await theirs.save('degraded', began, []);
    expect(await readOwnNetwork(database.db, 'home', true)).toMatchObject({
      items: [
        { vantage: 'home', state: 'offline', since: began.toISOString() },
        { vantage: 'abroad', state: 'degraded', since: began.toISOString() },
      ],
      outages: [{ state: 'offline', from: began.toISOString(), to: null, canaries }],
    });
    await ours.save('online', ended, []);
    expect(await readOwnNetwork(database.db, 'home', false)).toMatchObject({
      watched: false,
      items: [
        { vantage: 'home', state: 'online', since: ended.toISOString() },
        { vantage: 'abroad', state: 'degraded' },
      ],
      outages: [{ state: 'offline', to: ended.toISOString() }],
    });
  });
});
