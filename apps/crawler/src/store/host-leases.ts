import { inBatches } from '@feedwarden/pacing';
import { type Database, type FaultLog, rowsParameter } from '@feedwarden/service-kit';
import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { STANDING, type StandingRow, standingOf } from '../blame/store/host-standing.js';
import type { HostLease, HostLeases, Suspects } from '../poll/ports.js';
import { feeds, hosts } from './schema.js';

const LEASE = sql.raw(`interval '30 seconds'`);
/** A third of the lease: two heartbeats may fail before a host is lost. */
const HEARTBEAT_MS = 10_000;
const RELEASED_AT_ONCE = 200;
const CANNOT_RENEW = 'cannot renew leases';

interface HeldLease extends HostLease {
  lose(): void;
}

interface ClaimedHost extends StandingRow {
  host: string;
  fence: string;
  suspects: string[];
  is_taken_over: boolean;
}

/** Shares the hosts among crawlers: each is held by at most one at a time, and taken over when its holder is silent. */
export function createHostLeases(db: Database, crawlerId: string) {
  const held = new Map<string, HeldLease>();
  /** Leases that we failed to release: we do not poll their hosts any more, but still own them. */
  const unreleased = new Map<string, HostLease>();
  /** A failed claim may have taken hosts all the same: we would own them until their lease ends. */
  let strays = false;
  let lastTake: Promise<unknown> = Promise.resolve();

  /** One after another: a claim whose reply is on its way must not look like a stray. */
  function take(which: SQL, limit: number): Promise<HostLease[]> {
    const taken = lastTake.then(() => takeNow(which, limit));
    lastTake = taken.catch(() => {
      strays = true;
    });
    return taken;
  }

  async function takeNow(which: SQL, limit: number): Promise<HostLease[]> {
    if (strays) await freeStrays();
    const rows = await db.execute<ClaimedHost>(sql`
      with free as (
        select host, owner from hosts where ${which} order by claimable_at limit ${limit} for update skip locked
      )
      update hosts set owner = ${crawlerId}, fence = fence + 1, claimable_at = now() + ${LEASE}
      from free where hosts.host = free.host
      returning hosts.host, hosts.fence, hosts.suspects, ${STANDING},
        coalesce(free.owner <> ${crawlerId}, false) as is_taken_over`);
    return rows.map(hold);
  }

  async function freeStrays(): Promise<void> {
    const known = JSON.stringify([...held.keys(), ...unreleased.keys()]);
    const stray = sql`owner = ${crawlerId} and not ${known}::text::jsonb ? ${hosts.host}`;
    await db.transaction(async (tx) => {
      await tx.select({ host: hosts.host }).from(hosts).where(stray).orderBy(hosts.host).for('update');
      await tx.update(hosts).set({ owner: null, claimableAt: firstDue }).where(stray);
    });
    strays = false;
  }

  function hold({ host, fence, suspects, is_taken_over: isTakenOver, ...known }: ClaimedHost): HostLease {
    const loss = new AbortController();
    const lease = {
      host,
      fence: Number(fence),
      lost: loss.signal,
      isTakenOver,
      suspects,
      turn: { standing: standingOf(known), polled: new Set<string>(), isOver: false },
      lose: () => loss.abort(new Error(`lost the lease of ${host}`)),
    };
    // After an outage we may claim again what we still seem to hold: the older lease is over.
    held.get(host)?.lose();
    held.set(host, lease);
    return lease;
  }

  const leases: HostLeases = {
    claimDue: (limit) => take(sql`claimable_at <= now()`, limit),

    claimAbandoned: (limit) => take(sql`owner is not null and claimable_at <= now()`, limit),

    async claim(host) {
      const leftover = unreleased.get(host);
      if (leftover) await releaseSoon(leftover);
      const free = or(isNull(hosts.owner), lte(hosts.claimableAt, sql`now()`));
      const [lease] = await take(sql`${and(eq(hosts.host, host), free)}`, 1);
      return lease ?? null;
    },

    async release(lease) {
      // Even if the release fails, the lease ends by itself when it is no longer renewed.
      if (held.get(lease.host)?.fence === lease.fence) held.delete(lease.host);
      unreleased.set(lease.host, lease);
      await releaseSoon(lease);
    },
  };

  const releaseSoon = inBatches(RELEASED_AT_ONCE, async (batch: HostLease[]) => {
    await release(batch);
    return batch;
  });

  /**
   * The rows are locked before the first due times are looked up, and adding a feed locks its host too: a feed that
   * arrives in the meantime is either seen here or sets the time itself.
   */
  async function release(leases: HostLease[]): Promise<void> {
    const mine = sql`owner = ${crawlerId} and (host, fence) in (
      select mine.host, mine.fence from json_to_recordset(${claimsOf(leases)}) as mine(host text, fence bigint))`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from hosts where ${mine} order by host for update`);
      await tx.execute(sql`update hosts set owner = null, claimable_at = ${firstDue} where ${mine}`);
    });
    for (const lease of leases) if (unreleased.get(lease.host) === lease) unreleased.delete(lease.host);
  }

  /** Renews the leases we hold, releases the others, and gives up those that another crawler has taken. */
  async function renew(): Promise<void> {
    if (unreleased.size > 0) await release([...unreleased.values()]);
    const renewing = [...held.values()];
    if (renewing.length === 0) return;
    const rows = await db.execute<{ host: string }>(sql`
      update hosts set claimable_at = now() + ${LEASE}
      from json_to_recordset(${claimsOf(renewing)}) as held(host text, fence bigint)
      where hosts.host = held.host and hosts.fence = held.fence and hosts.owner = ${crawlerId}
      returning hosts.host`);
    const kept = new Set(rows.map(({ host }) => host));
    for (const lease of renewing) {
      if (kept.has(lease.host) || held.get(lease.host) !== lease) continue;
      held.delete(lease.host);
      lease.lose();
    }
  }

  const setSuspects = async ({ host, fence }: HostLease, suspects: SQL) => {
    await db.execute(
      sql`update hosts set suspects = ${suspects} where host = ${host} and fence = ${fence} and owner = ${crawlerId}`,
    );
  };
  const suspects: Suspects = {
    suspect: (lease, id) => setSuspects(lease, sql`suspects - ${id}::text || to_jsonb(${id}::text)`),
    acquit: (lease, id) => setSuspects(lease, sql`suspects - ${id}::text`),
  };

  return { ...leases, renew, suspects };
}

const claimsOf = (leases: HostLease[]) => rowsParameter(leases.map(({ host, fence }) => ({ host, fence })));

/** For an update of hosts: when the first of the host's feeds is due, but not while the host is held. */
export const firstDue = sql<Date>`(select greatest(min(${feeds.dueAt}), ${hosts.heldUntil}) from ${feeds}
  where ${feeds.host} = ${hosts.host} having min(${feeds.dueAt}) is not null)`;

/** Keeps the leases of this crawler alive as long as it runs. */
export function createLeaseHeartbeat(renew: () => Promise<void>, faults: FaultLog) {
  let timer: NodeJS.Timeout | undefined;
  let beating = false;

  /** A database that takes longer than a beat gets no second request on top of the first. */
  async function beat(): Promise<void> {
    if (beating) return;
    beating = true;
    try {
      await renew();
      faults.over(CANNOT_RENEW);
    } catch (error) {
      faults.report(CANNOT_RENEW, error);
    }
    beating = false;
  }

  return {
    start: () => {
      timer = setInterval(() => void beat(), HEARTBEAT_MS);
    },
    stop: () => clearInterval(timer),
  };
}
