import type { Database, Logger } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';

/** Less does not matter, and may be the round trip. */
const TOLERATED_MS = 1000;

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;

/**
 * The time of the database. The database decides what is due, so the times of polls must be its own: with a clock that
 * is behind, a feed would be due again as soon as it was polled; with one that is ahead, its interval would be longer.
 */
export function createDatabaseClock(db: Database, logger: Logger, systemTime: () => number = Date.now) {
  let difference = 0;

  async function measure(): Promise<number> {
    const asked = systemTime();
    const [row] = await db.execute<{ ms: string }>(
      sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
    );
    const answered = systemTime();
    const measured = Math.round(Number(row?.ms) - (asked + answered) / 2);
    return Math.abs(measured) > TOLERATED_MS + (answered - asked) ? measured : 0;
  }

  return {
    now: () => new Date(systemTime() + difference),
    /** Measures how far our own clock is off. */
    async adjust(): Promise<void> {
      const measured = await measure();
      if (measured !== 0 && difference === 0)
        logger.warn(
          { milliseconds: measured },
          'our clock differs from the database: using the time of the database',
        );
      difference = measured;
    },
  };
}
