import { type ErrorType, INCIDENT_SOURCES, type Incident, type IncidentQuery } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { sources } from '../sources/schema.js';
import { maskCredentials } from '../sources/secret-urls.js';

export type ReadIncidents = (query: IncidentQuery) => Promise<{ items: Incident[] }>;

export function createReadIncidents(db: Database): ReadIncidents {
  return async ({ limit }) => {
    const rows = await db.execute<IncidentRow>(incidentsStatement(limit));
    const items = rows.map(({ host, errorType, sources: count, since, nextPollAt, ...sample }) => ({
      host,
      errorType,
      sources: count,
      since: since && new Date(since).toISOString(),
      nextPollAt: nextPollAt && new Date(nextPollAt).toISOString(),
      sample: {
        sourceId: sample.sourceId,
        name: sample.name,
        lastError: sample.lastError && maskCredentials(sample.lastError),
      },
    }));
    return { items };
  };
}

interface IncidentRow extends Record<string, unknown> {
  host: string;
  errorType: ErrorType;
  sources: number;
  since: string | null;
  nextPollAt: string | null;
  sourceId: string;
  name: string;
  lastError: string | null;
}

/** The sources of a host that fail in the same way have one cause; one of them stands for all. */
export function incidentsStatement(limit: number): SQL {
  return sql`
    select incident.*, sample.id as "sourceId", sample.name, sample.last_error as "lastError"
    from (
      select feed_host as host, last_error_type as "errorType", count(*)::int as sources,
        min(failing_since) as since, min(next_poll_at) as "nextPollAt"
      from ${sources}
      where standing <> 'healthy' and last_error_type is not null and feed_host is not null
      group by 1, 2 having count(*) >= ${INCIDENT_SOURCES}
      order by 3 desc, 1, 2 limit ${limit}) incident,
      lateral (
        select id, name, last_error from ${sources}
        where feed_host = incident.host and last_error_type = incident."errorType" and standing <> 'healthy'
        order by failing_since, id limit 1) sample
    order by sources desc, host, "errorType"`;
}
