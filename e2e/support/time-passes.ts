import { eventually } from '@feedwarden/test-kit';
import { expect } from '@jest/globals';
import postgres from 'postgres';

/** What the crawler's database says, and time that passes in it: a test does not wait for hours. */
export function openCrawlerTime(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 });
  /** No host is being polled: nothing is written behind our back. */
  const idle = () =>
    eventually(async () => expect(await sql`select from hosts where owner is not null`).toEqual([]));
  return {
    sql,
    idle,
    close: () => sql.end(),

    /** Everything that was polled, was polled so much earlier; what wants to be is polled now. */
    async makeDue(ago = '0 minutes'): Promise<void> {
      await sql`
        update feeds set start_at = now(), due_at = now(), last_polled_at = last_polled_at - ${ago}::interval,
          last_success_at = last_success_at - ${ago}::interval
        where due_at is not null`;
      await sql`update hosts set asked_at = asked_at - ${ago}::interval`;
      await sql`
        update hosts set claimable_at = greatest(now(), held_until) where owner is null and claimable_at is not null`;
    },

    /** Open incidents are so much older, and probed now. */
    async ageIncidents(ago: string): Promise<void> {
      await idle();
      await sql`
        update incidents set started_at = started_at - ${ago}::interval, opened_at = opened_at - ${ago}::interval,
          next_probe_at = now() where closed_at is null`;
      await sql`
        update hosts set held_until = now(), claimable_at = case when owner is null then now() else claimable_at end
        where held_until > now()`;
      await sql`update feeds set due_at = now() where due_at > now()`;
    },
  };
}
