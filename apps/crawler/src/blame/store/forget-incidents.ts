import type { Database } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';

const REMEMBERED_FOR = sql.raw(`interval '90 days'`);
const AT_ONCE = 1000;

/** Forgets what has been over for long, a few at a time; the hosts of an incident go with it. What is open stays. */
export async function forgetOldIncidents(db: Database): Promise<void> {
  // By their index: whatever was closed so long ago was opened before.
  await db.execute(sql`
    delete from incidents where id in (
      select id from incidents
      where ((closed_at is null), opened_at) < (false, now() - ${REMEMBERED_FOR}) and closed_at < now() - ${REMEMBERED_FOR}
      order by (closed_at is null), opened_at limit ${AT_ONCE} for update skip locked)`);
  await db.execute(sql`
    delete from own_outages where id in (
      select id from own_outages where to_at < now() - ${REMEMBERED_FOR} limit ${AT_ONCE} for update skip locked)`);
}
