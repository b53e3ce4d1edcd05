import type { NewSource } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { recordEvents } from '../../audit/record-events.js';
import { type SourceRow, sources } from '../schema.js';

/** The one way in: a source and the event that tells of it. */
export async function insertSources(
  tx: Transaction,
  added: (NewSource & { id: string })[],
  actor: string,
  changeSeq: number,
): Promise<SourceRow[]> {
  if (added.length === 0) return [];
  const rows = added.map((source) => ({ ...source, ownerId: actor, changeSeq }));
  const inserted = await tx.insert(sources).values(rows).returning();
  await recordEvents(
    tx,
    actor,
    added.map(({ id }) => ({ sourceId: id, action: 'created' })),
  );
  return inserted;
}
