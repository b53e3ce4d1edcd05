import { FAMILIES, type Incident, type IncidentDraft } from '@feedwarden/feed-health';
import type { Transaction } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { KnownIncident } from '../ports.js';
import { hostsAmong, ROUTE } from './members.js';
import type { IncidentRow } from './schema.js';

/** How many feeds wait. */
export async function countMembers(tx: Transaction, { hosts, route, scope }: IncidentDraft): Promise<number> {
  const [row] = await tx.execute<{ feeds: number }>(sql`
    select count(*)::integer as feeds from feeds
    where ${hostsAmong(hosts)} ${scope === 'route' ? sql`and ${ROUTE} = ${route}` : sql``}
      and enabled and settings ->> 'feedUrl' is not null`);
  return row?.feeds ?? 0;
}

export const storedEvidence = ({ evidence }: Pick<Incident, 'evidence'>) =>
  evidence.slice(0, 10).map(({ sourceId, at }) => ({ sourceId, at: at.toISOString() }));

export function incidentOf({ evidence, absorbedBy: _, unreported: __, ...row }: IncidentRow): KnownIncident {
  // A family that this version does not know is treated like the most patient one.
  const family = row.family in FAMILIES ? row.family : 'down';
  return {
    ...row,
    family,
    evidence: evidence.map(({ sourceId, at }) => ({ sourceId, at: new Date(at) })),
  };
}
