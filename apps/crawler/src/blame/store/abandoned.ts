import type { Database } from '@feedwarden/service-kit';
import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { KnownIncident } from '../ports.js';
import { incidentOf } from './incident-row.js';
import { ROUTE } from './members.js';
import { incidents } from './schema.js';

const AT_ONCE = 100;

const NO_FEEDS: SQL = sql`not exists (
  select 1 from incident_hosts its join feeds on feeds.host = its.host
  where its.incident_id = ${incidents.id} and (${incidents.scope} <> 'route' or ${ROUTE} = ${incidents.route}))`;

/** A host without feeds is never claimed, so no probe would ever find out. */
export async function readAbandoned(db: Database, vantage: string): Promise<KnownIncident[]> {
  const rows = await db
    .select()
    .from(incidents)
    .where(
      and(
        isNull(incidents.closedAt),
        eq(incidents.vantage, vantage),
        lte(incidents.nextProbeAt, sql`now()`),
        NO_FEEDS,
      ),
    )
    .limit(AT_ONCE);
  return rows.map(incidentOf);
}
