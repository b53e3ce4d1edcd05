import { eventually } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import { respondWith, serveFeed } from './support/site-behaviours.js';
import { openCrawlerTime } from './support/time-passes.js';

const open = openResources(afterEach);
const WARN = 40;

/** A site with so many feeds, all of them polled once and healthy. */
async function siteWithFeeds(count: number, crawlerEnv: Record<string, string> = {}) {
  const site = await open.site(serveFeed);
  const system = await open.system({
    crawlerEnv,
    policyFile: { typed: { rules: { forbidden: { disableAfter: 2 } } } },
  });
  const time = openCrawlerTime(system.crawlerEnv.CRAWLER_DATABASE_URL ?? '');
  open.closeLater(time.close);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await system.sources.createSource({ name: `Feed ${n}`, feedUrl: `${site.url}/feed-${n}` })).id);
  await eventually(async () => expect(await time.sql`select from feeds`).toHaveLength(count));
  await time.makeDue();
  const polled = () => time.sql`select source_id from feeds where last_success_at is not null`;
  await eventually(async () => expect(await polled()).toHaveLength(count));
  await time.idle();
  return { site, system, time, ids };
}

describe('a host that denies all its twelve feeds', () => {
  it('has one incident, in which nothing counts and nothing is disabled, and all are due soon after it', async () => {
    const { site, system, time } = await siteWithFeeds(12);
    const before = await time.sql`
      select source_id, consecutive_failures, type_streak, failing_since from feeds order by source_id`;
    const asked = site.requests.length;
    site.answer(respondWith(403));
    await time.makeDue('1 hour');

    const incidents = () => time.sql`select * from incidents`;
    await eventually(async () => expect(await incidents()).toHaveLength(1));
    expect((await incidents())[0]).toMatchObject({
      scope: 'host',
      key: '127.0.0.1',
      family: 'denied',
      code: 'http_403',
      state: 'open',
      feeds: 12,
    });
    // Of twelve, three in a row are enough.
    expect(site.requests.length - asked).toBe(3);

    // Told after half an hour, once; and one feed is polled for all.
    await time.ageIncidents('40 minutes');
    const told = () => system.crawler.lines.filter(({ msg }) => msg === 'host incident opened');
    await eventually(() => expect(told()).toHaveLength(1));
    await eventually(() => expect(site.requests.length - asked).toBe(4));
    await time.ageIncidents('10 minutes');
    await eventually(() => expect(site.requests.length - asked).toBe(5));

    site.answer(serveFeed);
    await time.ageIncidents('10 minutes');
    const [closed] = await eventually(async () => {
      const rows = await incidents();
      expect(rows).toMatchObject([{ state: 'closed', close_reason: 'recovered' }]);
      return rows;
    });
    // Two good answers of three that are asked.
    expect(site.requests.length - asked).toBe(7);
    const ended = () => system.crawler.lines.filter(({ msg }) => msg === 'host incident closed');
    await eventually(() => expect(ended()).toHaveLength(1));
    expect(told()).toHaveLength(1);

    const after = await time.sql`
      select source_id, consecutive_failures, type_streak, failing_since from feeds order by source_id`;
    expect(after).toEqual(before);
    const latest = new Date(Number(closed?.closed_at) + 10 * 60_000);
    const late = await time.sql`
      select from feeds where feed_disabled_at is not null or (due_at > ${latest} and start_at is not null)`;
    expect(late).toEqual([]);
    const warnings = system.crawler.lines.filter(({ level, msg }) => level >= WARN && msg.includes('feed'));
    expect(warnings).toEqual([]);
  });
});

describe('a dead feed among healthy siblings', () => {
  it('is disabled as ever', async () => {
    const { site, system, time, ids } = await siteWithFeeds(4);
    const [dead = ''] = ids;
    site.answer((request, response) =>
      request.url === '/feed-0' ? respondWith(403)(request, response) : serveFeed(request, response),
    );
    for (let failures = 1; failures <= 2; failures += 1) {
      await time.makeDue('1 hour');
      await eventually(async () =>
        expect((await system.feed(dead)).recentPolls.filter(({ blame }) => blame === 'feed')).toHaveLength(
          failures,
        ),
      );
    }
    expect(await system.feed(dead)).toMatchObject({ feedDisableReason: 'forbidden', consecutiveFailures: 2 });
    expect(await time.sql`select from incidents`).toEqual([]);
  });
});

describe('a feed that is alone on its host', () => {
  it('is disabled as ever', async () => {
    const { site, system, time, ids } = await siteWithFeeds(1);
    const [lone = ''] = ids;
    site.answer(respondWith(403));
    for (let failures = 1; failures <= 2; failures += 1) {
      await time.makeDue('1 hour');
      await eventually(async () =>
        expect(await system.feed(lone)).toMatchObject({ consecutiveFailures: failures }),
      );
    }
    expect(await system.feed(lone)).toMatchObject({ feedDisableReason: 'forbidden' });
    expect(await time.sql`select from incidents`).toEqual([]);
  });
});

describe('with BLAME=off', () => {
  it('every failure counts: a host that denies all its feeds has them disabled', async () => {
    const { site, time } = await siteWithFeeds(4, { BLAME: 'off' });
    site.answer(respondWith(403));
    const counted = (failures: number) =>
      time.sql`select from feeds where consecutive_failures = ${failures} and last_error_type = 'forbidden'`;
    for (let failures = 1; failures <= 2; failures += 1) {
      await time.makeDue('1 hour');
      await eventually(async () => expect(await counted(failures)).toHaveLength(4));
      await time.idle();
    }
    expect(await time.sql`select from feeds where feed_disable_reason = 'forbidden'`).toHaveLength(4);
    expect(await time.sql`select from incidents`).toEqual([]);
    expect(await time.sql`select from polls where role <> 'regular'`).toEqual([]);
  });
});
