import { randomUUID } from 'node:crypto';
import type { FailurePolicySet, NewSource, Source, SourcePatch } from '@feedwarden/contracts';
import { type Database, Problem, type Transaction } from '@feedwarden/service-kit';
import { eq } from 'drizzle-orm';
import { recordEvents } from '../../audit/record-events.js';
import { onlyRow } from '../../stored-values.js';
import { tickChangeClock } from '../follow/change-clock.js';
import { removedSources } from '../follow/schema.js';
import { type SourceRow, sources } from '../schema.js';
import { type ChangeRequest, requireVersion } from '../source-requests.js';
import { sourceView } from '../source-view.js';
import { requireValidSettings } from './check-settings.js';
import { claimKey } from './claim-key.js';
import type { Decision } from './decision.js';
import { patchSource } from './patch-source.js';
import { insertSources, writeDecisions } from './write-sources.js';

export interface Creation {
  source: Source;
  /** An earlier request with the same key created it. */
  replayed: boolean;
}

export type SourceStore = ReturnType<typeof createSourceStore>;

export function createSourceStore(db: Database, policies: FailurePolicySet) {
  const view = (row: SourceRow) => sourceView(row, policies, new Date());

  /** Locks the source, lets `decide` look at it, and writes the decision. Null: the source does not exist. */
  function change(
    { id, actor, ifMatch }: ChangeRequest,
    decide: (row: SourceRow) => Decision | null,
  ): Promise<Source | null> {
    return db.transaction(async (tx) => {
      const changeSeq = await tickChangeClock(tx);
      const [row] = await tx.select().from(sources).where(eq(sources.id, id)).for('update');
      if (!row) return null;
      requireVersion(ifMatch, row.version);
      const decision = decide(row);
      if (!decision) return view(row);
      return onlyRow(await writeDecisions(tx, [{ row, decision }], { actor, changeSeq, policies }));
    });
  }

  return {
    change,

    /** With a key, the same request again returns the source that it created the first time. */
    async create(source: NewSource, actor: string, key?: string): Promise<Creation> {
      requireValidSettings(source);
      return db.transaction(async (tx) => {
        const id = randomUUID();
        const earlier = key === undefined ? null : await claimKey(tx, { subject: actor, key, source }, id);
        if (earlier) return { source: view(await createdEarlier(tx, earlier)), replayed: true };
        const changeSeq = await tickChangeClock(tx);
        const row = onlyRow(await insertSources(tx, [{ ...source, id }], actor, changeSeq));
        return { source: view(row), replayed: false };
      });
    },

    async get(id: string): Promise<Source | null> {
      const [row] = await db.select().from(sources).where(eq(sources.id, id));
      return row ? view(row) : null;
    },

    update: (request: ChangeRequest, patch: SourcePatch): Promise<Source | null> =>
      change(request, (row) => patchSource(row, patch)),

    remove: ({ id, actor, ifMatch }: ChangeRequest): Promise<boolean> =>
      db.transaction(async (tx) => {
        const changeSeq = await tickChangeClock(tx);
        const [removed] = await tx.delete(sources).where(eq(sources.id, id)).returning();
        if (!removed) return false;
        requireVersion(ifMatch, removed.version);
        await tx.insert(removedSources).values({ id, changeSeq });
        // Nothing else remembers what this id was.
        const evidence = { name: removed.name };
        await recordEvents(tx, actor, [{ sourceId: id, action: 'deleted', evidence }]);
        return true;
      }),
  };
}

async function createdEarlier(tx: Transaction, id: string): Promise<SourceRow> {
  const [row] = await tx.select().from(sources).where(eq(sources.id, id));
  if (!row) throw new Problem(410, 'the source created with this Idempotency-Key has been deleted');
  return row;
}
