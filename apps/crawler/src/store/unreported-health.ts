import type { SourceHealth } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { and, asc, isNotNull, sql } from 'drizzle-orm';
import type { UnreportedHealth } from '../follow/ports.js';
import { proposalOf } from '../poll/feed.js';
import type { Schedule } from '../poll/schedule.js';
import { loggableUrl } from '../poll/web-url.js';
import { feedOf } from './feed-row.js';
import { type FeedRow, feeds } from './schema.js';

export function createUnreportedHealth(db: Database, schedule: Schedule): UnreportedHealth {
  return {
    async take(limit, { onlyPolled = false } = {}) {
      const rows = await db
        .select()
        .from(feeds)
        .where(and(sql`${feeds.unreported}`, onlyPolled ? isNotNull(feeds.lastPolledAt) : undefined))
        .orderBy(asc(feeds.lastPolledAt))
        .limit(limit);
      return rows.map((row) => ({ ...reportOf(row, schedule), pollSeq: row.pollSeq, dueAt: row.dueAt }));
    },

    /** A source that was polled or rescheduled in the meantime stays to be reported. */
    async reported(polled) {
      const keys = JSON.stringify(
        polled.map(({ sourceId, pollSeq, dueAt }) => ({
          source_id: sourceId,
          poll_seq: pollSeq,
          due_at: dueAt,
        })),
      );
      await db.execute(sql`
        update feeds set unreported = false
        from jsonb_to_recordset(${keys}::text::jsonb) as sent(source_id uuid, poll_seq integer, due_at timestamptz)
        where feeds.source_id = sent.source_id and feeds.poll_seq = sent.poll_seq
          and feeds.due_at is not distinct from sent.due_at`);
    },
  };
}

function reportOf(row: FeedRow, schedule: Schedule): SourceHealth {
  const feed = feedOf(row);
  const next = schedule(feed);
  const proposal = proposalOf(feed);
  return {
    sourceId: row.sourceId,
    healthEpoch: row.healthEpoch,
    consecutiveFailures: row.consecutiveFailures,
    lastFailureType: row.lastFailureType,
    lastErrorType: row.lastErrorType,
    lastError: row.lastError?.slice(0, 2000) ?? null,
    lastPolledAt: row.lastPolledAt?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    proposedFeedUrl: proposal && loggableUrl(proposal.url),
    proposedSince: proposal?.since.toISOString() ?? null,
    nextPollAt: next.at?.toISOString() ?? null,
    nextPollReason: next.reason,
  };
}
