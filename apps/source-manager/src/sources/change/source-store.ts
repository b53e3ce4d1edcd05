import { randomUUID } from 'node:crypto';
import type { FailurePolicySet, NewSource, Source, SourcePatch } from '@feedwarden/contracts';
import { inBatches } from '@feedwarden/pacing';
import { type Database, Problem, type Transaction } from '@feedwarden/service-kit';
import { asc, eq } from 'drizzle-orm';
import { recordEvents } from '../../audit/record-events.js';
import { onlyRow } from '../../stored-values.js';
import { tickChangeClock } from '../follow/change-clock.js';
import { removedSources } from '../follow/schema.js';
import { FEED_URL_KEY, hasIdAmong, type SourceRow, sources } from '../schema.js';
import { type ChangeRequest, requireVersion } from '../source-requests.js';
import { sourceView } from '../source-view.js';
import { createChangeSource } from './change-source.js';
import { type CheckSelector, requireValidSettings } from './check-settings.js';
import { claimKey } from './claim-key.js';
import { patchSource, requireKeyOwner } from './patch-source.js';
import { insertSources } from './write-sources.js';

export interface Creation {
  source: Source;
  /** An earlier request with the same key created it. */
  replayed: boolean;
}

export interface CreationRequest {
  actor: string;
  /** The same request with the same key again returns the source that it created the first time. */
  key?: string | undefined;
  /** Refuse a feedUrl that a source has already. */
  unique?: boolean | undefined;
}

const READ_AT_ONCE = 100;
const STATEMENTS_AT_ONCE = 2;

export type SourceStore = ReturnType<typeof createSourceStore>;

export function createSourceStore(db: Database, policies: FailurePolicySet, checkSelector: CheckSelector) {
  const view = (row: SourceRow) => sourceView(row, policies, new Date());

  const change = createChangeSource(db, policies);

  /** Requests that arrive together are answered by one statement. */
  const readSoon = inBatches(
    READ_AT_ONCE,
    async (ids: string[]) => {
      const rows = await db.select().from(sources).where(hasIdAmong(ids));
      const found = new Map(rows.map((row) => [row.id, view(row)]));
      return ids.map((id) => found.get(id.toLowerCase()) ?? null);
    },
    { atOnce: STATEMENTS_AT_ONCE, gathers: true },
  );

  return {
    change,

    async create(source: NewSource, { actor, key, unique }: CreationRequest): Promise<Creation> {
      requireValidSettings(source, await checkSelector(source.articleSelector));
      return db.transaction(async (tx) => {
        const id = randomUUID();
        const earlier = key === undefined ? null : await claimKey(tx, { subject: actor, key, source }, id);
        if (earlier) return { source: view(await createdEarlier(tx, earlier)), replayed: true };
        // Before the check: of two concurrent requests the second sees what the first has added.
        const changeSeq = await tickChangeClock(tx);
        if (unique) await requireUniqueUrl(tx, source.feedUrl);
        const row = onlyRow(await insertSources(tx, [{ ...source, id }], actor, changeSeq));
        return { source: view(row), replayed: false };
      });
    },

    get: readSoon,

    async update(request: ChangeRequest, patch: SourcePatch): Promise<Source | null> {
      const selectorProblem = await checkSelector(patch.articleSelector);
      return change(request, (row) => {
        const decision = patchSource(row, patch, selectorProblem);
        if (decision) requireKeyOwner(row, decision.set, request.caller);
        return decision;
      });
    },

    remove: ({ id, caller, ifMatch }: ChangeRequest): Promise<boolean> =>
      db.transaction(async (tx) => {
        const changeSeq = await tickChangeClock(tx);
        const [removed] = await tx.delete(sources).where(eq(sources.id, id)).returning();
        if (!removed) return false;
        requireVersion(ifMatch, removed.version);
        await tx.insert(removedSources).values({ id, changeSeq });
        // Nothing else remembers what this id was.
        const evidence = { name: removed.name };
        await recordEvents(tx, [{ sourceId: id, actor: caller.subject, action: 'deleted', evidence }]);
        return true;
      }),
  };
}

async function createdEarlier(tx: Transaction, id: string): Promise<SourceRow> {
  const [row] = await tx.select().from(sources).where(eq(sources.id, id));
  if (!row) throw new Problem(410, 'the source created with this Idempotency-Key has been deleted');
  return row;
}

async function requireUniqueUrl(tx: Transaction, feedUrl: string | null): Promise<void> {
  if (feedUrl === null) return;
  const [known] = await tx
    .select({ id: sources.id })
    .from(sources)
    .where(eq(FEED_URL_KEY, feedUrl))
    .orderBy(asc(sources.createdAt), asc(sources.id))
    .limit(1);
  if (!known) return;
  throw new Problem(409, `a source with this feedUrl exists already: ${known.id}`, {
    existingId: known.id,
    errors: [{ field: 'feedUrl', message: 'is the feedUrl of another source' }],
    headers: { location: `/api/v1/sources/${known.id}` },
  });
}
