import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { createFeedReader } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { feeds, hosts } from '../src/store/schema.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let crawler: CrawlerDatabase;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
});
afterEach(() => crawler.close());

const expireLeases = () => crawler.db.update(hosts).set({ claimableAt: sql`now() - interval '1 second'` });
const inADay = sql`now() + interval '1 day'`;

describe('sharing hosts', () => {
  it('gives each due host to one of two crawlers that claim at once', async () => {
    await crawler.apply([aSource(), aSource(), aSource()]);
    const [one, two] = [createHostLeases(crawler.db, 'one'), createHostLeases(crawler.db, 'two')];
    const claimed = (await Promise.all([one.claimDue(10), two.claimDue(10)])).flat();
    expect(claimed).toHaveLength(3);
    expect(new Set(claimed.map(({ host }) => host)).size).toBe(3);
    expect(await one.claimDue(10)).toEqual([]);
  });

  it('hands out only the feeds of a host that are due', async () => {
    const due = aSource({ feedUrl: 'https://same.example/a' });
    const later = aSource({ feedUrl: 'https://same.example/b' });
    await crawler.apply([due, later]);
    await crawler.db.update(feeds).set({ dueAt: inADay }).where(eq(feeds.sourceId, later.id));
    const [lease] = await createHostLeases(crawler.db, 'one').claimDue(10);
    if (!lease) throw new Error('nothing was claimed');
    expect((await createFeedReader(crawler.db).due(lease)).map(({ sourceId }) => sourceId)).toEqual([due.id]);
  });

  it('does not let a released host be claimed before its first feed is due', async () => {
    await crawler.apply([aSource()]);
    const leases = createHostLeases(crawler.db, 'one');
    const [lease] = await leases.claimDue(10);
    await crawler.db.update(feeds).set({ dueAt: inADay });
    if (lease) await leases.release(lease);
    expect(await leases.claimDue(10)).toEqual([]);
    const [row] = await crawler.db
      .select({ host: hosts, dueAt: feeds.dueAt })
      .from(hosts)
      .innerJoin(feeds, eq(feeds.host, hosts.host));
    expect(row?.host.claimableAt).toEqual(row?.dueAt);
  });

  it('keeps a feed that was added while its host was held', async () => {
    await crawler.apply([aSource({ feedUrl: 'https://same.example/a' })]);
    const leases = createHostLeases(crawler.db, 'one');
    const [lease] = await leases.claimDue(10);
    await crawler.db.update(feeds).set({ dueAt: inADay });
    await crawler.apply([aSource({ feedUrl: 'https://same.example/b' })]);
    if (lease) await leases.release(lease);
    expect(await leases.claimDue(10)).toHaveLength(1);
  });

  it('takes over the host of a silent crawler, which learns that it lost it', async () => {
    await crawler.apply([aSource()]);
    const [silent, other] = [createHostLeases(crawler.db, 'silent'), createHostLeases(crawler.db, 'other')];
    const [lost] = await silent.claimDue(10);
    await expireLeases();
    const [taken] = await other.claimDue(10);
    expect(taken?.host).toBe(lost?.host);
    expect(taken?.fence).toBe((lost?.fence ?? 0) + 1);
    await silent.renew();
    expect(lost?.lost.aborted).toBe(true);
    expect(taken?.lost.aborted).toBe(false);
  });

  it('leaves a lost host to the new holder when the former one releases it', async () => {
    await crawler.apply([aSource()]);
    const [silent, other] = [createHostLeases(crawler.db, 'silent'), createHostLeases(crawler.db, 'other')];
    const [lost] = await silent.claimDue(10);
    await expireLeases();
    await other.claimDue(10);
    if (lost) await silent.release(lost);
    expect((await crawler.db.select().from(hosts))[0]?.owner).toBe('other');
  });

  it('does not let a renewed host be claimed by name or because it is due', async () => {
    await crawler.apply([aSource()]);
    const holder = createHostLeases(crawler.db, 'holder');
    const [lease] = await holder.claimDue(10);
    await crawler.db.update(hosts).set({ claimableAt: sql`now() + interval '1 second'` });
    await holder.renew();
    const other = createHostLeases(crawler.db, 'other');
    expect(await other.claim(lease?.host ?? '')).toBeNull();
    const [row] = await crawler.db
      .select({ left: sql<number>`extract(epoch from claimable_at - now())::float` })
      .from(hosts);
    expect(row?.left).toBeGreaterThan(20);
  });

  it('says which hosts are taken over from a crawler that fell silent', async () => {
    await crawler.apply([aSource(), aSource()]);
    const [silent, other] = [createHostLeases(crawler.db, 'silent'), createHostLeases(crawler.db, 'other')];
    const [lost] = await silent.claimDue(1);
    expect(lost).toMatchObject({ isTakenOver: false, suspects: [] });
    await expireLeases();
    const claimed = await other.claimDue(10);
    expect(claimed.filter(({ isTakenOver }) => isTakenOver).map(({ host }) => host)).toEqual([lost?.host]);
    // Its own hosts, after it could not renew them for a while.
    await expireLeases();
    expect((await other.claimDue(10)).filter(({ isTakenOver }) => isTakenOver)).toEqual([]);
  });

  it('hands the suspect on with the host, until it is acquitted', async () => {
    const source = aSource();
    await crawler.apply([source]);
    const [one, two] = [createHostLeases(crawler.db, 'one'), createHostLeases(crawler.db, 'two')];
    const [first] = await one.claimDue(1);
    if (!first) throw new Error('nothing was claimed');
    await one.suspects.suspect(first, source.id);
    await expireLeases();
    const [second] = await two.claimDue(1);
    expect(second).toMatchObject({ isTakenOver: true, suspects: [source.id] });
    // It does not hold the host any more.
    await one.suspects.acquit(first, source.id);
    if (second) await two.release(second);
    const [third] = await two.claimDue(1);
    expect(third).toMatchObject({ isTakenOver: false, suspects: [source.id] });
    if (third) await two.suspects.acquit(third, source.id);
    if (third) await two.release(third);
    expect(await two.claimDue(1)).toMatchObject([{ suspects: [] }]);
  });

  it('claims only the host whose holder is silent as abandoned', async () => {
    await crawler.apply([aSource(), aSource()]);
    const [lost] = await createHostLeases(crawler.db, 'silent').claimDue(1);
    await expireLeases();
    const claimed = await createHostLeases(crawler.db, 'other').claimAbandoned(10);
    expect(claimed.map(({ host }) => host)).toEqual([lost?.host]);
  });

  it('frees a host at once whose release failed with the database', async () => {
    await crawler.apply([aSource()]);
    let broken = false;
    const flaky = new Proxy(crawler.db, {
      get: (db, key, receiver) => {
        if (broken && key === 'transaction') return () => Promise.reject(new Error('the database is gone'));
        return Reflect.get(db, key, receiver);
      },
    });
    const leases = createHostLeases(flaky, 'me');
    const [lease] = await leases.claimDue(1);
    if (!lease) throw new Error('nothing was claimed');
    broken = true;
    await expect(leases.release(lease)).rejects.toThrow('the database is gone');
    broken = false;
    expect(await leases.claim(lease.host)).toMatchObject({ host: lease.host });
  });

  it('does not lose a host whose claim was made but not replied to', async () => {
    await crawler.apply([aSource()]);
    let loseAnswer = true;
    const flaky = new Proxy(crawler.db, {
      get: (db, key, receiver) => {
        if (!loseAnswer || key !== 'execute') return Reflect.get(db, key, receiver);
        return async (...args: Parameters<typeof db.execute>) => {
          loseAnswer = false;
          await db.execute(...args);
          throw new Error('the connection is gone');
        };
      },
    });
    const leases = createHostLeases(flaky, 'me');
    await expect(leases.claimDue(1)).rejects.toThrow('the connection is gone');
    expect(await leases.claimDue(1)).toHaveLength(1);
    expect(await leases.claimDue(1)).toEqual([]);
  });

  it('loses the older lease when we claim our own expired host again', async () => {
    await crawler.apply([aSource()]);
    const leases = createHostLeases(crawler.db, 'me');
    const [older] = await leases.claimDue(1);
    await expireLeases();
    const [newer] = await leases.claimDue(1);
    expect([older?.lost.aborted, newer?.lost.aborted]).toEqual([true, false]);
  });
});
