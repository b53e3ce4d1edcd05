import type { PastPoll } from '@feedwarden/contracts';
import { type Database, insertRows, replacedBy, type Transaction } from '@feedwarden/service-kit';
import { and, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import type { PollRecord } from '../poll/ports.js';
import { polls } from './schema.js';

/** How many polls of a source are remembered, and for how long. */
export const POLLS_REMEMBERED = 50;
const REMEMBERED_FOR = sql.raw(`interval '30 days'`);
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
    sourceId: feed.sourceId,
    slot: feed.pollSeq % POLLS_REMEMBERED,
    newPosts: newPosts.get(feed.sourceId) ?? 0,
  }));
  await tx.execute(sql`${insertRows(polls, rows)} on conflict (source_id, slot) do update set ${replaced}`);
}

export async function readPolls(db: Database, sourceId: string): Promise<PastPoll[]> {
  const rows = await db
    .select()
    .from(polls)
    .where(and(eq(polls.sourceId, sourceId), gt(polls.at, sql`now() - ${REMEMBERED_FOR}`)))
    .orderBy(desc(polls.at));
  return rows.map(({ sourceId: _, slot: __, at, ...poll }) => ({ ...poll, at: at.toISOString() }));
}

/** Forgets polls that are too old, a few at a time, to keep the load low. */
export async function forgetOldPolls(db: Database): Promise<void> {
  const old = db
    .select({ ctid: sql`ctid` })
    .from(polls)
    .where(lt(polls.at, sql`now() - ${REMEMBERED_FOR}`))
    .limit(FORGOTTEN_AT_ONCE);
  await db.delete(polls).where(sql`ctid = any(array(${old}))`);
}
