import type { Database } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';

/** Resolves when somebody (or as many as given) waits for a lock that we hold. */
export async function waitUntilBlocked(db: Database, count = 1): Promise<void> {
  for (;;) {
    const rows = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
  }
}
