import {
  type BlameIncident,
  type BlameIncidentDetail,
  type BlameIncidentQuery,
  INCIDENT_COUNTED_UP_TO,
  INCIDENT_HOSTS_NAMED,
  type Page,
  timestampSchema,
} from '@feedwarden/contracts';
import { howItEnds } from '@feedwarden/feed-health';
import { type Database, decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { incidentOf } from '../blame/store/incident-row.js';
import { ROUTE } from '../blame/store/members.js';
import { type IncidentRow, incidentHosts, incidents } from '../blame/store/schema.js';

const MOST = sql.raw(String(INCIDENT_COUNTED_UP_TO));
/** As its index has it: what is open comes first, then the newest. */
const IS_OPEN = sql`(${incidents.closedAt} is null)`;
const PLACE = sql`(${IS_OPEN}, ${incidents.openedAt}, ${incidents.id})`;
const LISTED = sql`${IS_OPEN} desc, ${incidents.openedAt} desc, ${incidents.id} desc`;
const position = z.tuple([z.boolean(), timestampSchema, z.uuid()]);

export function createIncidentList(db: Database) {
  return {
    async list(query: BlameIncidentQuery): Promise<Page<BlameIncident>> {
      const rows = await incidentsStatement(db, query);
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      return {
        items: shown.map(viewOf),
        nextCursor: rows.length > shown.length && last ? cursorOf(last) : null,
      };
    },

    async find(id: string): Promise<BlameIncidentDetail | null> {
      const [row] = await db.select().from(incidents).where(eq(incidents.id, id));
      if (!row) return null;
      const named = db
        .select({ host: incidentHosts.host })
        .from(incidentHosts)
        .where(eq(incidentHosts.incidentId, id))
        .orderBy(incidentHosts.host)
        .limit(INCIDENT_HOSTS_NAMED);
      const [hosts, [counted]] = await Promise.all([named, db.execute<Counted>(countedStatement(row))]);
      return {
        ...viewOf(row),
        hosts: hosts.map(({ host }) => host),
        hostCount: counted?.hosts ?? 0,
        feedsNow: counted?.feeds ?? 0,
        evidence: row.evidence,
        ends: howItEnds(row),
      };
    },
  };
}

interface Counted extends Record<string, unknown> {
  hosts: number;
  feeds: number;
}

/** One more than the page has: whether there is a next one. */
export const incidentsStatement = (db: Database, { open, cursor, limit }: BlameIncidentQuery) =>
  db
    .select()
    .from(incidents)
    .where(and(...conditions(open, cursor)))
    .orderBy(LISTED)
    .limit(limit + 1);

function conditions(open: boolean | undefined, cursor: string | undefined): SQL[] {
  const all: SQL[] = [];
  // Written as places in the index, so that nothing is read that is not listed.
  if (open === true) all.push(sql`(${IS_OPEN}, ${incidents.openedAt}) >= (true, '-infinity'::timestamptz)`);
  if (open === false) all.push(sql`(${IS_OPEN}, ${incidents.openedAt}) <= (false, 'infinity'::timestamptz)`);
  if (cursor !== undefined) {
    const [isOpen, openedAt, id] = decodeCursor(position, cursor);
    all.push(sql`${PLACE} < (${isOpen}::boolean, ${openedAt}::timestamptz, ${id}::uuid)`);
  }
  return all;
}

const cursorOf = ({ closedAt, openedAt, id }: IncidentRow) =>
  encodeCursor([closedAt === null, openedAt.toISOString(), id]);

/** Of the hosts that take part; of a route only its own feeds. */
export function countedStatement({ id, scope, route }: Pick<IncidentRow, 'id' | 'scope' | 'route'>): SQL {
  const hosts = sql`select host from incident_hosts where incident_id = ${id} limit ${MOST}`;
  return sql`
    select (select count(*)::integer from (${hosts}) named) as hosts,
      (select count(*)::integer from (
        select from feeds where host in (${hosts}) ${scope === 'route' ? sql`and ${ROUTE} = ${route}` : sql``}
        limit ${MOST}) waiting) as feeds`;
}

function viewOf(row: IncidentRow): BlameIncident {
  const { id, scope, key, route, vantage, code, state, closeReason, absorbedBy, probes, feeds } = row;
  return {
    id,
    kind: scope,
    key,
    route: scope === 'route' ? route : null,
    vantage,
    family: incidentOf(row).family,
    code,
    state,
    startedAt: row.startedAt.toISOString(),
    openedAt: row.openedAt.toISOString(),
    toldAt: iso(row.toldAt),
    lostAt: iso(row.lostAt),
    closedAt: iso(row.closedAt),
    closeReason,
    absorbedBy,
    failedProbes: probes,
    nextProbeAt: row.closedAt === null ? row.nextProbeAt.toISOString() : null,
    feeds,
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
