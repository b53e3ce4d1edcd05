import { randomUUID } from 'node:crypto';
import type { ImportedEntry, ImportProgress, ImportReport, NewSource } from '@feedwarden/contracts';
import type { Database, Transaction } from '@feedwarden/service-kit';
import { inArray } from 'drizzle-orm';
import { insertSources } from '../sources/change/write-sources.js';
import { tickChangeClock } from '../sources/follow/change-clock.js';
import { FEED_URL_KEY, sources } from '../sources/schema.js';
import type { OpmlFile, Outline } from './source-of-outline.js';
import { type ListedSource, sourceOfOutline } from './source-of-outline.js';

/** Small, so that other changes do not wait long for the change clock. */
const BATCH_SIZE = 500;

export type ImportSources = ReturnType<typeof createImportSources>;

/** Adds the sources that are not known yet, batch by batch: when the caller stops, the batches done so far stay. */
export function createImportSources(db: Database) {
  return async function* (
    { outlines, truncated }: OpmlFile,
    actor: string,
  ): AsyncGenerator<ImportProgress, ImportReport> {
    const entries: ImportedEntry[] = [];
    while (entries.length < outlines.length) {
      const batch = outlines.slice(entries.length, entries.length + BATCH_SIZE);
      entries.push(...(await importBatch(db, batch, actor)));
      yield { kind: 'progress', done: entries.length, total: outlines.length };
    }
    const count = (result: ImportedEntry['result']) =>
      entries.filter((entry) => entry.result === result).length;
    return { added: count('added'), known: count('known'), invalid: count('invalid'), truncated, entries };
  };
}

async function importBatch(db: Database, outlines: Outline[], actor: string): Promise<ImportedEntry[]> {
  const read = outlines.map((outline) => ({ outline, ...sourceOfOutline(outline) }));
  const wanted = read.flatMap((one) => ('source' in one ? [one.source] : []));
  const places = wanted.length === 0 ? [] : await db.transaction((tx) => addMissing(tx, wanted, actor));
  return read.map((one) => {
    const { line, title, xmlUrl } = one.outline;
    const entry = { line, title: title.slice(0, 200), url: xmlUrl.slice(0, 2048) };
    if (!('source' in one)) return { ...entry, result: 'invalid', reason: one.reason };
    const place = places.shift();
    return { ...entry, result: place?.isNew ? 'added' : 'known', sourceId: place?.id };
  });
}

/** Ticks the clock first: concurrent imports take turns, and the second sees what the first has added. */
async function addMissing(tx: Transaction, wanted: ListedSource[], actor: string) {
  const changeSeq = await tickChangeClock(tx);
  const known = await knownIds(tx, wanted);
  const added: (NewSource & { id: string })[] = [];
  const places = wanted.map((source) => {
    const knownId = known.get(source.feedUrl);
    if (knownId !== undefined) return { id: knownId, isNew: false };
    const id = randomUUID();
    known.set(source.feedUrl, id);
    added.push({ ...source, id });
    return { id, isNew: true };
  });
  await insertSources(tx, added, actor, changeSeq);
  return places;
}

async function knownIds(tx: Transaction, wanted: ListedSource[]): Promise<Map<string, string>> {
  const urls = wanted.map(({ feedUrl }) => feedUrl);
  const rows = await tx
    .select({ id: sources.id, feedUrl: sources.feedUrl })
    .from(sources)
    .where(inArray(FEED_URL_KEY, urls))
    .orderBy(sources.createdAt, sources.id);
  return new Map(rows.reverse().map(({ id, feedUrl }) => [feedUrl ?? '', id]));
}
