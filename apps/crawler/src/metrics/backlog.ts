import { type Database, showGauges } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';

/** A longer outbox is only known to be long. */
const COUNT_UP_TO = 10_000;

type Backlog = Record<'dueLag' | 'commands' | 'commandAge' | 'reportLag', number>;

/** How far the fleet is behind: the same numbers in every crawler on one database. */
export function showBacklog(db: Database, registry: Registry): void {
  showGauges(
    registry,
    {
      dueLag: {
        name: 'feedwarden_due_lag_seconds',
        help: 'How long the host that waits longest has been due, in the whole fleet',
      },
      commands: {
        name: 'feedwarden_outbox_commands',
        help: `Commands waiting for source-manager, counted up to ${COUNT_UP_TO}`,
      },
      commandAge: {
        name: 'feedwarden_outbox_age_seconds',
        help: 'Since when the oldest command waits for source-manager',
      },
      reportLag: {
        name: 'feedwarden_health_report_lag_seconds',
        help: 'Since when the oldest poll waits to be reported to source-manager',
      },
    },
    () => readBacklog(db),
  );
}

/** Each part is the first row of an index. */
async function readBacklog(db: Database): Promise<Backlog> {
  const [row] = await db.execute<Backlog>(sql`
    select
      ${ageOf(sql`(select min(claimable_at) from hosts where claimable_at <= now())`)} as "dueLag",
      (select count(*) from (select from source_commands limit ${sql.raw(String(COUNT_UP_TO))}) waiting)::integer
        as "commands",
      ${ageOf(sql`(select decided_at from source_commands order by id limit 1)`)} as "commandAge",
      ${ageOf(sql`(select min(last_polled_at) from feeds where unreported)`)} as "reportLag"`);
  if (!row) throw new Error('no backlog was read');
  return row;
}

const ageOf = (since: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from now() - ${since}), 0))::double precision`;
