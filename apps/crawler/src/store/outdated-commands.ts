import type { Transaction } from '@feedwarden/service-kit';
import { inArray, sql } from 'drizzle-orm';
import { feeds, sourceCommands } from './schema.js';

/** Commands that were decided before a person's fresh start have nothing to say any more. */
export async function dropOutdatedCommands(tx: Transaction, sourceIds: string[]): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.delete(sourceCommands).where(
    sql`${inArray(sourceCommands.sourceId, sourceIds)} and ${sourceCommands.healthEpoch} < (
        select ${feeds.healthEpoch} from ${feeds} where ${feeds.sourceId} = ${sourceCommands.sourceId})`,
  );
}
