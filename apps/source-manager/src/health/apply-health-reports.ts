import type { FailurePolicySet, SourceHealth } from '@feedwarden/contracts';
import type { Database, Transaction } from '@feedwarden/service-kit';
import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import { noteHealthChanges } from '../live/health-changes.js';
import { sources } from '../sources/schema.js';
import { sourceView } from '../sources/source-view.js';
import { storableJson } from '../stored-values.js';
import { announce, isAnyoneListening } from '../webhooks/announce.js';
import { recoveryOf } from '../webhooks/transition.js';

export type ApplyHealthReports = (reports: SourceHealth[]) => Promise<number>;

/**
 * Stores the health of sources, and returns how many reports were news. Health is not a change of the source: version,
 * change number and change clock stay, so that polls neither wake the followers nor wait for the clock. Rows are locked
 * in the order of their ids, so that overlapping batches cannot deadlock. Times in the future are stored as now: a
 * crawler whose clock is ahead would otherwise make every later report look old. A source that is not polled keeps its
 * reason: a report that was sent before it was disabled does not bring the next poll back.
 */
export function createApplyHealthReports(db: Database, policies: FailurePolicySet): ApplyHealthReports {
  return (reports) =>
    db.transaction(async (tx) => {
      const updated = await tx.execute<{ id: string; recovered: boolean }>(sql`
        with report as (
          select distinct on ("sourceId", "healthEpoch") "sourceId", "healthEpoch", "consecutiveFailures",
            "lastFailureType", "lastErrorType", "lastError", "nextPollAt", "nextPollReason", "proposedFeedUrl",
            ${sql.join(TIMES.map(notAhead), sql`, `)}
          from jsonb_to_recordset(${storableJson(reports)}::jsonb) as sent (
            "sourceId" uuid, "healthEpoch" integer, "consecutiveFailures" integer, "lastFailureType" text,
            "lastErrorType" text, "lastError" text, "lastPolledAt" timestamptz(3),
            "lastSuccessAt" timestamptz(3), "failingSince" timestamptz(3), "nextPollAt" timestamptz(3),
            "nextPollReason" text, "proposedFeedUrl" text,
            "proposedSince" timestamptz(3)
          )
          order by "sourceId", "healthEpoch", sent."lastPolledAt" desc nulls last
        ), news as (
          select report.*, standing in ('healthy', 'failing', 'feed_disabled') as polled,
            consecutive_failures > 0 and "consecutiveFailures" = 0 as recovered
          from report join sources on id = "sourceId" and health_epoch = "healthEpoch"
          where (last_polled_at is null or "lastPolledAt" >= last_polled_at or last_polled_at > now())
            and (consecutive_failures, last_failure_type, last_error_type, last_error,
                 last_polled_at, last_success_at, failing_since, proposed_feed_url, proposed_since, next_poll_at,
                 next_poll_reason)
              is distinct from ("consecutiveFailures", "lastFailureType", "lastErrorType", "lastError",
                 "lastPolledAt", "lastSuccessAt", "failingSince", "proposedFeedUrl", "proposedSince", "nextPollAt",
                 "nextPollReason")
          order by id
          for update of sources
        )
        update sources set
          consecutive_failures = "consecutiveFailures",
          last_failure_type = "lastFailureType",
          last_error_type = "lastErrorType",
          last_error = "lastError",
          last_polled_at = "lastPolledAt",
          last_success_at = "lastSuccessAt",
          failing_since = "failingSince",
          next_poll_at = case when polled then "nextPollAt" else next_poll_at end,
          next_poll_reason = case when polled then "nextPollReason" else next_poll_reason end,
          proposed_feed_url = nullif("proposedFeedUrl", feed_url),
          proposed_since = case when "proposedFeedUrl" <> feed_url then "proposedSince" end
        from news where id = "sourceId"
        returning id, recovered`);
      const recovered = updated.filter((row) => row.recovered).map(({ id }) => id);
      await announceRecoveries(tx, recovered, policies);
      await noteHealthChanges(
        tx,
        updated.map(({ id }) => id),
      );
      return updated.length;
    });
}

const TIMES = ['lastPolledAt', 'lastSuccessAt', 'failingSince', 'proposedSince'] as const;

function notAhead(time: (typeof TIMES)[number]): SQL {
  const sent = sql`sent.${sql.identifier(time)}`;
  const now = sql`date_trunc('milliseconds', now())`;
  return sql`case when ${sent} > ${now} then ${now} else ${sent} end as ${sql.identifier(time)}`;
}

async function announceRecoveries(tx: Transaction, ids: string[], policies: FailurePolicySet): Promise<void> {
  if (ids.length === 0 || !(await isAnyoneListening(tx, 'recovered'))) return;
  const rows = await tx.select().from(sources).where(inArray(sources.id, ids)).orderBy(asc(sources.id));
  const now = new Date();
  await announce(
    tx,
    rows.map((row) => recoveryOf(sourceView(row, policies, now))),
  );
}
