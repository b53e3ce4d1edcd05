import { type Database, rowsParameter, type Transaction } from '@feedwarden/service-kit';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Outbox } from '../follow/ports.js';
import { feeds, sourceCommands } from './schema.js';

/** No other crawler sends a command for this long. A slower delivery may happen twice, which does no harm. */
const DELIVERY_LEASE = sql.raw(`interval '30 seconds'`);

/** Of each source only the oldest command is ever handed out, so they keep their order. */
const isOldest = sql`not exists (select 1 from source_commands earlier
  where earlier.source_id = ${sourceCommands.sourceId} and earlier.id < ${sourceCommands.id})`;
const feedUrl = sql<string | null>`(
  select settings ->> 'feedUrl' from feeds where feeds.source_id = source_commands.source_id)`;

export function createOutbox(db: Database): Outbox {
  return {
    take(limit) {
      const free = db
        .select({ id: sourceCommands.id })
        .from(sourceCommands)
        .where(and(sql`${sourceCommands.nextAttemptAt} <= now()`, isOldest))
        .orderBy(sourceCommands.nextAttemptAt)
        .limit(limit)
        .for('update', { skipLocked: true });
      return db
        .update(sourceCommands)
        .set({ attempts: sql`${sourceCommands.attempts} + 1`, nextAttemptAt: sql`now() + ${DELIVERY_LEASE}` })
        .where(inArray(sourceCommands.id, free))
        .returning({ ...getTableColumns(sourceCommands), feedUrl });
    },

    async retryLater({ id }, seconds) {
      await db
        .update(sourceCommands)
        .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(eq(sourceCommands.id, id));
    },
  };
}

/** Deletes the commands that were decided before a person's fresh start. */
export async function deleteOutdatedCommands(tx: Transaction, sourceIds: string[]): Promise<void> {
  if (sourceIds.length === 0) return;
  const ids = rowsParameter(sourceIds.map((id) => ({ id })));
  await tx.delete(sourceCommands).where(
    sql`${sourceCommands.sourceId} in (select id from json_to_recordset(${ids}) as asked(id uuid)) and ${sourceCommands.healthEpoch} < (
        select ${feeds.healthEpoch} from ${feeds} where ${feeds.sourceId} = ${sourceCommands.sourceId})`,
  );
}
