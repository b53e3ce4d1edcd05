import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { failedPoll, unchangedPoll } from '../src/poll/testing/sample-feed.js';
import { cleanUp } from '../src/store/clean-up.js';
import { createBlamedCrawler, letTimePass } from './blamed-crawler.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let database: CrawlerDatabase;
beforeEach(async () => {
  database = await openCrawlerDatabase();
});
afterEach(() => database.close());

const incidents = () =>
  database.db.execute(sql`select key, state, close_reason from incidents order by opened_at`);

/** The host of four feeds that denies all of them, told half an hour ago. */
async function anIncident(paths: string[]) {
  const sources = paths.map((path) => aSource({ feedUrl: `https://down.example/${path}` }));
  await database.apply(sources);
  await letTimePass(database, '0 minutes');
  let isDown = false;
  const crawler = createBlamedCrawler(database, { read: () => (isDown ? failedPoll(503) : unchangedPoll) });
  await crawler.takeTurns();
  isDown = true;
  await letTimePass(database, '1 hour');
  await crawler.takeTurns();
  expect(await incidents()).toMatchObject([{ state: 'open' }]);
  return { crawler, ids: sources.map(({ id }) => id) };
}

describe('an incident whose sources were all deleted', () => {
  it('is closed when its probe is due, which is told to those who know of it', async () => {
    const { crawler, ids } = await anIncident(['a', 'b', 'c', 'd']);
    await crawler.blame.incidents.look();
    await database.apply([], ids.slice(1));
    await letTimePass(database, '40 minutes');
    await crawler.blame.incidents.look();
    expect(await incidents()).toMatchObject([{ state: 'open' }]);

    await database.apply([], ids);
    await crawler.blame.incidents.look();
    expect(await incidents()).toMatchObject([{ state: 'closed', close_reason: 'no_feeds' }]);
    expect(crawler.blame.incidents.list()).toEqual([]);
    const told = crawler.lines.map(({ msg }) => msg).filter((msg) => msg.startsWith('host incident'));
    expect(told).toEqual(['host incident opened', 'host incident closed']);
    expect(
      await database.db.execute(
        sql`select from hosts where incident_id is not null or held_until is not null`,
      ),
    ).toEqual([]);
  });

  it('of a route is closed although other routes of its host have feeds', async () => {
    const paths = ['a', 'b', 'c'].flatMap((name) => [`bird/${name}`, `video/${name}`]);
    const { crawler, ids } = await anIncident(paths);
    await database.db.execute(
      sql`update incidents set scope = 'route', route = 'bird', next_probe_at = now()`,
    );
    await crawler.blame.incidents.look();
    expect(await incidents()).toMatchObject([{ state: 'open' }]);
    await database.apply(
      [],
      ids.filter((_, place) => place % 2 === 0),
    );
    await crawler.blame.incidents.look();
    expect(await incidents()).toMatchObject([{ state: 'closed', close_reason: 'no_feeds' }]);
  });
});

describe('the clean-up', () => {
  it('forgets incidents and outages 90 days after they ended, and none that is open', async () => {
    await database.db.execute(sql`
      insert into incidents (scope, key, route, vantage, family, code, state, started_at, opened_at, is_reopened,
        closed_at, probes, votes, next_probe_at, penalty, is_silenced, evidence, feeds)
      select 'host', key, '', 'default', 'down', 'http_503', case when ended is null then 'lost' else 'closed' end,
        now() - interval '200 days', now() - interval '200 days', false, now() - ended, 0, '[]', now(), 0, false, '[]', 1
      from (values ('open', null), ('kept', interval '89 days'), ('old', interval '91 days')) ends(key, ended)`);
    await database.db.execute(sql`insert into incident_hosts select id, key || '.example' from incidents`);
    await database.db.execute(sql`
      insert into own_outages (vantage, state, from_at, to_at, canaries)
      select vantage, 'offline', now() - interval '200 days', now() - ended, '[]'
      from (values ('open', null), ('kept', interval '89 days'), ('old', interval '91 days')) ends(vantage, ended)`);
    await cleanUp(database.db, { unusedDays: 7, processedDays: null });
    const left = async (column: string, table: string) =>
      (await database.db.execute<{ name: string }>(sql.raw(`select ${column} as name from ${table}`)))
        .map(({ name }) => name)
        .sort();
    expect(await left('key', 'incidents')).toEqual(['kept', 'open']);
    expect(await left('host', 'incident_hosts')).toEqual(['kept.example', 'open.example']);
    expect(await left('vantage', 'own_outages')).toEqual(['kept', 'open']);
  });
});
