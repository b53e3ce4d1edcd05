import type { FailurePolicySet, Source } from '@feedwarden/contracts';
import { type FeedSwitch, feedRetryAt as feedRetryAtOf, sourceStatus } from '@feedwarden/feed-health';
import type { SourceRow } from './schema.js';

/**
 * A source as the API shows it: what is stored and what follows from it. Every field by name: leaving some out of a
 * spread takes four times as long, and a page of the list has many.
 */
export function sourceView(row: SourceRow, policies: FailurePolicySet, now: Date): Source {
  const { enabled, feedUrl, quarantinedAt, consecutiveFailures } = row;
  const feedSwitch = feedSwitchOf(row);
  const feedRetryAt = feedSwitch && feedRetryAtOf(policies, feedSwitch.disabledAt, feedSwitch.reason);
  const facts = {
    enabled,
    hasFeed: Boolean(feedUrl),
    quarantinedAt,
    consecutiveFailures,
    feedSwitch,
    feedRetryAt,
  };
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    feedUrl,
    siteUrl: row.siteUrl,
    enabled,
    pollIntervalMinutes: row.pollIntervalMinutes,
    pollDelaySeconds: row.pollDelaySeconds,
    maxFailures: row.maxFailures,
    maxBackoffHours: row.maxBackoffHours,
    articleSelector: row.articleSelector,
    aggregate: row.aggregate,
    failurePolicy: row.failurePolicy,
    ownerId: row.ownerId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    disabledReason: row.disabledReason,
    feedDisabledAt: isoTime(row.feedDisabledAt),
    feedDisableReason: row.feedDisableReason,
    quarantinedAt: isoTime(row.quarantinedAt),
    consecutiveFailures,
    lastFailureType: row.lastFailureType,
    lastErrorType: row.lastErrorType,
    lastError: row.lastError,
    lastPolledAt: isoTime(row.lastPolledAt),
    lastSuccessAt: isoTime(row.lastSuccessAt),
    failingSince: isoTime(row.failingSince),
    nextPollAt: isoTime(row.nextPollAt),
    nextPollReason: row.nextPollReason,
    proposedFeedUrl: row.proposedFeedUrl,
    proposedSince: isoTime(row.proposedSince),
    healthEpoch: row.healthEpoch,
    needsYou: row.needsYou,
    status: sourceStatus(facts, now),
    feedRetryAt: isoTime(feedRetryAt),
  };
}

type SwitchColumns = Pick<SourceRow, 'feedDisabledAt' | 'feedDisableReason'>;

export function feedSwitchOf({ feedDisabledAt, feedDisableReason }: SwitchColumns): FeedSwitch {
  return feedDisabledAt && feedDisableReason
    ? { disabledAt: feedDisabledAt, reason: feedDisableReason }
    : null;
}

const isoTime = (time: Date | null) => time?.toISOString() ?? null;
