import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { createOwnOutages } from '../src/blame/store/own-outages.js';
import { showIncidents } from '../src/metrics/incidents.js';
import { type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let database: CrawlerDatabase;
beforeEach(async () => {
  database = await openCrawlerDatabase();
});
afterEach(() => database.close());

async function shown(isOn = true): Promise<string[]> {
  const registry = new Registry();
  showIncidents(database.db, { vantage: 'home', isOn, selfCheckHosts: [] }, registry);
  return (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
}

it('has a number for every kind of incident, and the state of our network', async () => {
  await database.db.execute(sql`
    insert into incidents (scope, key, route, vantage, family, code, state, started_at, opened_at, is_reopened,
      closed_at, probes, votes, next_probe_at, penalty, is_silenced, evidence, feeds)
    select scope, n || '.example', '', 'home', 'down', 'http_503', 'open', now(), now(), false,
      case when n = 3 then now() end, 0, '[]', now(), 0, false, '[]', 3
    from generate_series(1, 3) n, (values ('host'), ('edge')) scopes(scope)`);
  await createOwnOutages(database.db, 'abroad').save('offline', new Date(), []);
  expect(await shown()).toEqual([
    'feedwarden_incidents_open{kind="route"} 0',
    'feedwarden_incidents_open{kind="host"} 2',
    'feedwarden_incidents_open{kind="site"} 0',
    'feedwarden_incidents_open{kind="edge"} 2',
    'feedwarden_own_network{vantage="home",state="online"} 1',
    'feedwarden_own_network{vantage="home",state="degraded"} 0',
    'feedwarden_own_network{vantage="home",state="offline"} 0',
  ]);
  await createOwnOutages(database.db, 'home').save('offline', new Date(), []);
  expect(await shown()).toContain('feedwarden_own_network{vantage="home",state="offline"} 1');
  expect(await shown()).toContain('feedwarden_own_network{vantage="home",state="online"} 0');
});

it('does not claim to know the state of a network that nobody looks after', async () => {
  expect((await shown(false)).filter((line) => line.startsWith('feedwarden_own_network'))).toEqual([]);
});
