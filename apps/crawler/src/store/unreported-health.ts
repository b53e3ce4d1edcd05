import type { Database } from '@feedwarden/service-kit';
import { asc, sql } from 'drizzle-orm';
import type { UnreportedHealth } from '../follow/ports.js';
import { loggableUrl } from '../poll/web-url.js';
import { feeds } from './schema.js';

export function createUnreportedHealth(db: Database): UnreportedHealth {
  return {
    async take(limit) {
      const rows = await db
        .select()
        .from(feeds)
        .where(sql`${feeds.unreported}`)
        .orderBy(asc(feeds.lastPolledAt))
        .limit(limit);
      return rows.map((row) => ({
        sourceId: row.sourceId,
        pollSeq: row.pollSeq,
        healthEpoch: row.healthEpoch,
        consecutiveFailures: row.consecutiveFailures,
        lastFailureType: row.lastFailureType,
        lastErrorType: row.lastErrorType,
        lastError: row.lastError?.slice(0, 2000) ?? null,
        lastPolledAt: row.lastPolledAt?.toISOString() ?? null,
        lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
        failingSince: row.failingSince?.toISOString() ?? null,
        proposedFeedUrl: row.movedTo && loggableUrl(row.movedTo),
        proposedSince: row.movedSince?.toISOString() ?? null,
      }));
    },

    /** A source that was polled again in the meantime stays to be reported. */
    async reported(polled) {
      const keys = JSON.stringify(
        polled.map(({ sourceId, pollSeq }) => ({ source_id: sourceId, poll_seq: pollSeq })),
      );
      await db.execute(sql`
        update feeds set unreported = false
        from jsonb_to_recordset(${keys}::text::jsonb) as sent(source_id uuid, poll_seq integer)
        where feeds.source_id = sent.source_id and feeds.poll_seq = sent.poll_seq`);
    },
  };
}
