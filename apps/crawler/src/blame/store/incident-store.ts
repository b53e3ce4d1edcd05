import {
  INCIDENT_SCOPES,
  type Incident,
  type IncidentDraft,
  openIncident,
  pardonedSince,
} from '@feedwarden/feed-health';
import { type Database, rowsParameter, type Transaction } from '@feedwarden/service-kit';
import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Schedule } from '../../poll/schedule.js';
import type { IncidentStore, KnownIncident } from '../ports.js';
import { readAbandoned } from './abandoned.js';
import { countMembers, incidentOf, storedEvidence } from './incident-row.js';
import { hostsAmong, releaseMembers, takeBack } from './members.js';
import { incidentHosts, incidents } from './schema.js';

/** How long a crawler may take for a probe; then another one may probe. */
const PROBE_LEASE = sql.raw(`interval '60 seconds'`);

/** Locks in this order: the incident, hosts, feeds, commands. */
export function createIncidentStore(db: Database, vantage: string, schedule: Schedule): IncidentStore {
  const openAt = ({ scope, key, route }: Pick<Incident, 'scope' | 'key' | 'route'>) =>
    and(
      eq(incidents.scope, scope),
      eq(incidents.key, key),
      eq(incidents.route, route),
      eq(incidents.vantage, vantage),
    );
  const isOpen = (id: string) => and(eq(incidents.id, id), isNull(incidents.closedAt));

  async function insert(tx: Transaction, draft: IncidentDraft, at: Date): Promise<KnownIncident | null> {
    const [before] = await tx
      .select()
      .from(incidents)
      .where(and(openAt(draft), isNotNull(incidents.closedAt)))
      .orderBy(desc(incidents.openedAt))
      .limit(1);
    const feeds = await countMembers(tx, draft);
    const opened = openIncident(draft, before ? incidentOf(before) : null, feeds, at);
    const [row] = await tx
      .insert(incidents)
      .values({ ...opened, evidence: storedEvidence(opened), vantage, feeds })
      .onConflictDoNothing()
      .returning();
    return row ? incidentOf(row) : null;
  }

  /** The hosts wait from now on; what was counted against their feeds since it began is taken back. */
  async function join(tx: Transaction, incident: KnownIncident, hosts: string[], at: Date): Promise<void> {
    const joining = await tx
      .insert(incidentHosts)
      .values(hosts.map((host) => ({ incidentId: incident.id, host })))
      .onConflictDoNothing()
      .returning({ host: incidentHosts.host });
    if (joining.length === 0) return;
    const names = joining.map(({ host }) => host);
    await tx.execute(sql`select 1 from hosts where ${hostsAmong(names)} order by host for update`);
    if (incident.scope !== 'route')
      await tx.execute(sql`
        update hosts set incident_id = ${incident.id}, held_until = ${incident.nextProbeAt.toISOString()},
          claimable_at = case when owner is null and claimable_at is not null
            then greatest(claimable_at, ${incident.nextProbeAt.toISOString()}) else claimable_at end
        where ${hostsAmong(names)}`);
    await takeBack(tx, schedule, {
      which: { hosts: names, route: incident.scope === 'route' ? incident.route : null },
      since: pardonedSince(incident),
      blame: incident.scope,
      incidentId: incident.id,
      at,
    });
    await absorb(tx, incident, at);
  }

  /** A wider incident takes in the narrower ones of its family whose hosts are all its own: one message, one probe. */
  async function absorb(tx: Transaction, wide: KnownIncident, at: Date): Promise<void> {
    const narrower = INCIDENT_SCOPES.slice(0, INCIDENT_SCOPES.indexOf(wide.scope));
    if (narrower.length === 0) return;
    const absorbed = await tx
      .update(incidents)
      .set({
        state: 'closed',
        closedAt: at,
        closeReason: 'absorbed',
        absorbedBy: wide.id,
        votes: [],
        unreported: true,
      })
      .where(
        and(
          isNull(incidents.closedAt),
          eq(incidents.vantage, vantage),
          eq(incidents.family, wide.family),
          inArray(incidents.scope, narrower),
          sql`not exists (select 1 from incident_hosts its where its.incident_id = ${incidents.id} and not exists (
            select 1 from incident_hosts ours where ours.incident_id = ${wide.id} and ours.host = its.host))`,
        ),
      )
      .returning({ id: incidents.id });
    if (absorbed.length > 0)
      await tx.execute(sql`update hosts set incident_id = ${wide.id}
        where incident_id in (select id from json_to_recordset(${rowsParameter(absorbed)}) as gone(id uuid))`);
  }

  async function findOpen(id: string): Promise<KnownIncident | null> {
    const [row] = await db.select().from(incidents).where(isOpen(id));
    return row ? incidentOf(row) : null;
  }

  return {
    findOpen,

    async readOpen() {
      const rows = await db
        .select()
        .from(incidents)
        .where(and(isNull(incidents.closedAt), eq(incidents.vantage, vantage)));
      return rows.map(incidentOf);
    },

    readAbandoned: () => readAbandoned(db, vantage),

    open: (draft, at) =>
      db.transaction(async (tx) => {
        const inserted = await insert(tx, draft, at);
        const [row] = inserted
          ? []
          : await tx
              .select()
              .from(incidents)
              .where(and(openAt(draft), isNull(incidents.closedAt)));
        const incident = inserted ?? (row ? incidentOf(row) : null);
        if (!incident)
          throw new Error('the incident ended while it was opened: the next failure opens it again');
        await join(tx, incident, draft.hosts, at);
        return { incident, isNew: inserted !== null };
      }),

    join: (incident, hosts, at) => db.transaction((tx) => join(tx, incident, hosts, at)),

    async takeProbe(id) {
      const [row] = await db
        .update(incidents)
        .set({ nextProbeAt: sql`now() + ${PROBE_LEASE}` })
        .where(and(isOpen(id), lte(incidents.nextProbeAt, sql`now()`)))
        .returning();
      return row ? incidentOf(row) : null;
    },

    async saveProbe({ id, votes, probes, nextProbeAt }) {
      await db.update(incidents).set({ votes, probes, nextProbeAt, unreported: true }).where(isOpen(id));
    },

    async saveAge({ id, toldAt }, { state, toldAt: nowToldAt, lostAt }) {
      const isSame = toldAt ? eq(incidents.toldAt, toldAt) : isNull(incidents.toldAt);
      const rows = await db
        .update(incidents)
        .set({ state, toldAt: nowToldAt, lostAt, unreported: true })
        .where(and(isOpen(id), isSame, eq(incidents.state, 'open')))
        .returning({ id: incidents.id });
      return rows.length > 0;
    },

    async close({ id, scope, route }, closeReason, at) {
      const hosts = await db.transaction(async (tx) => {
        const closed = await tx
          .update(incidents)
          .set({ state: 'closed', closedAt: at, closeReason, votes: [], unreported: true })
          .where(isOpen(id))
          .returning({ id: incidents.id });
        if (closed.length === 0) return null;
        const rows = await tx
          .select({ host: incidentHosts.host })
          .from(incidentHosts)
          .where(eq(incidentHosts.incidentId, id))
          .orderBy(incidentHosts.host);
        const names = rows.map(({ host }) => host);
        await tx.execute(sql`select 1 from hosts where ${hostsAmong(names)} order by host for update`);
        await tx.execute(sql`
          update hosts set incident_id = null, held_until = null where incident_id = ${id} and ${hostsAmong(names)}`);
        return names;
      });
      if (!hosts) return false;
      await releaseMembers(db, { hosts, route: scope === 'route' ? route : null }, at);
      return true;
    },

    async askOthers({ id }, host, count) {
      await db.execute(sql`
        with others as (
          select host from hosts where incident_id = ${id} and owner is null and host <> ${host}
            and claimable_at > now()
          order by claimable_at, host limit ${count} for update skip locked)
        update hosts set held_until = now(), claimable_at = now() from others where hosts.host = others.host`);
    },
  };
}
