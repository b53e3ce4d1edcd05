import { type PastPoll, POLLS_REMEMBERED } from '@feedwarden/contracts';
import { type Database, insertRows, replacedBy, type Transaction } from '@feedwarden/service-kit';
import { and, desc, eq, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm';
import { pollRuns } from '../blame/store/schema.js';
import type { PollRecord } from '../poll/ports.js';
import { polls } from './schema.js';

/** How long polls of a source are remembered; how many, the contract says. */
const REMEMBERED_FOR = sql.raw(`interval '30 days'`);
const RUNS_REMEMBERED_FOR = sql.raw(`interval '90 days'`);
const FORGOTTEN_AT_ONCE = 1000;

const { sourceId: _sourceId, slot: _slot, ...overwritten } = getTableColumns(polls);
const replaced = replacedBy(polls, Object.keys(overwritten));

export async function insertPolls(
  tx: Transaction,
  records: PollRecord[],
  newPosts: Map<string, number>,
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ feed, poll }) => ({
    ...poll,
    emptyEntries: poll.emptyEntries ?? 0,
    blame: poll.blame ?? null,
    incidentId: poll.incidentId ?? null,
    role: poll.role ?? 'regular',
    sourceId: feed.sourceId,
    slot: feed.pollSeq % POLLS_REMEMBERED,
    newPosts: newPosts.get(feed.sourceId) ?? 0,
  }));
  await tx.execute(sql`${insertRows(polls, rows)} on conflict (source_id, slot) do update set ${replaced}`);
}

/** Only when a poll finds something else than the one before: a healthy feed writes nothing. */
export async function insertRuns(tx: Transaction, records: PollRecord[]): Promise<void> {
  const rows = records.flatMap(({ feed, run }) => (run ? [{ ...run, sourceId: feed.sourceId }] : []));
  if (rows.length > 0) await tx.execute(sql`${insertRows(pollRuns, rows)} on conflict do nothing`);
}

export async function readPolls(db: Database, sourceId: string): Promise<PastPoll[]> {
  const rows = await db
    .select()
    .from(polls)
    .where(and(eq(polls.sourceId, sourceId), gt(polls.at, sql`now() - ${REMEMBERED_FOR}`)))
    .orderBy(desc(polls.at));
  return rows.map(pastPoll);
}

type PollRow = typeof polls.$inferSelect;
const pastPoll = ({ sourceId: _, slot: __, at, ...poll }: PollRow): PastPoll => ({
  ...poll,
  at: at.toISOString(),
});

/** The last polls of each source, newest first. A source has few, so all are read and the others left out. */
export async function readPollsOf(
  db: Database,
  sourceIds: readonly string[],
  most: number,
): Promise<Map<string, PastPoll[]>> {
  if (most === 0 || sourceIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(polls)
    .where(and(inArray(polls.sourceId, [...sourceIds]), gt(polls.at, sql`now() - ${REMEMBERED_FOR}`)))
    .orderBy(desc(polls.at));
  const bySource = new Map<string, PastPoll[]>();
  for (const row of rows) {
    const known = bySource.get(row.sourceId) ?? [];
    if (known.length < most) known.push(pastPoll(row));
    bySource.set(row.sourceId, known);
  }
  return bySource;
}

/** Forgets polls that are too old, a few at a time, to keep the load low. */
export async function forgetOldPolls(db: Database): Promise<void> {
  const old = db
    .select({ ctid: sql`ctid` })
    .from(polls)
    .where(lt(polls.at, sql`now() - ${REMEMBERED_FOR}`))
    .limit(FORGOTTEN_AT_ONCE);
  await db.delete(polls).where(sql`ctid = any(array(${old}))`);
  await db.execute(sql`
    delete from poll_runs where ctid = any(array(
      select ctid from poll_runs where from_at < now() - ${RUNS_REMEMBERED_FOR} limit ${FORGOTTEN_AT_ONCE}))`);
}
