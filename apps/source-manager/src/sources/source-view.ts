import type { FailurePolicySet, Source } from '@feedwarden/contracts';
import { type FeedSwitch, feedRetryAt, sourceStatus } from '@feedwarden/feed-health';
import type { SourceRow } from './schema.js';

/** A source as the API shows it: what is stored and what follows from it. */
export function sourceView(row: SourceRow, policies: FailurePolicySet, now: Date): Source {
  const { lastCommandId, changeSeq, standing, feedHost, ...stored } = row;
  const feedSwitch = feedSwitchOf(row);
  const retryAt = feedSwitch && feedRetryAt(policies, feedSwitch.disabledAt, feedSwitch.reason);
  return {
    ...stored,
    status: sourceStatus({ ...row, hasFeed: Boolean(row.feedUrl), feedSwitch, feedRetryAt: retryAt }, now),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    feedDisabledAt: isoTime(row.feedDisabledAt),
    feedRetryAt: isoTime(retryAt),
    quarantinedAt: isoTime(row.quarantinedAt),
    lastPolledAt: isoTime(row.lastPolledAt),
    lastSuccessAt: isoTime(row.lastSuccessAt),
    failingSince: isoTime(row.failingSince),
    nextPollAt: isoTime(row.nextPollAt),
    proposedSince: isoTime(row.proposedSince),
  };
}

type SwitchColumns = Pick<SourceRow, 'feedDisabledAt' | 'feedDisableReason'>;

export function feedSwitchOf({ feedDisabledAt, feedDisableReason }: SwitchColumns): FeedSwitch {
  return feedDisabledAt && feedDisableReason
    ? { disabledAt: feedDisabledAt, reason: feedDisableReason }
    : null;
}

const isoTime = (time: Date | null) => time?.toISOString() ?? null;
