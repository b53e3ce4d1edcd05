import { type Database, showGauges } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';

/** More are only known to be many. */
const COUNT_UP_TO = 10_000;

/** What waits to be sent, in the whole fleet. Messages that were given up do not count. */
export function showWaitingMessages(db: Database, registry: Registry): void {
  showGauges(
    registry,
    {
      messages: {
        name: 'feedwarden_webhook_messages_waiting',
        help: `Messages that wait to be delivered, counted up to ${COUNT_UP_TO}`,
      },
      age: {
        name: 'feedwarden_webhook_age_seconds',
        help: 'Since when the oldest of the waiting messages waits',
      },
    },
    async () => {
      const [row] = await db.execute<{ messages: number; age: number }>(sql`
        select count(*)::integer as messages,
          coalesce(extract(epoch from now() - min(at)), 0)::double precision as age
        from (
          select at from webhook_deliveries where next_attempt_at is not null
          order by webhook_id, next_attempt_at limit ${sql.raw(String(COUNT_UP_TO))}
        ) waiting`);
      if (!row) throw new Error('nothing was read');
      return row;
    },
  );
}
