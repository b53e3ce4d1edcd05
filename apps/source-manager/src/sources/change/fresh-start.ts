import { MANUAL_REASON } from '@feedwarden/contracts';
import type { SourceRow } from '../schema.js';

const NO_FAILURES = {
  consecutiveFailures: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  failingSince: null,
};

/** What a crawler has seen of a move is of the URL that was. */
export const NO_PROPOSAL = { proposedFeedUrl: null, proposedSince: null };

export const FEED_ENABLED = { feedDisabledAt: null, feedDisableReason: null };

/**
 * A person wants this source polled again: what was held against it is forgotten, here and (through the new epoch)
 * in the crawler. A feed that a person switched off stays off.
 */
export function freshStart(row: SourceRow): Partial<SourceRow> {
  return {
    ...forgetFailures(row),
    quarantinedAt: null,
    ...(row.feedDisableReason !== MANUAL_REASON && FEED_ENABLED),
  };
}

/** The part of a fresh start that leaves the switches as they are. */
export function forgetFailures(row: SourceRow): Partial<SourceRow> {
  return { ...NO_FAILURES, ...NO_PROPOSAL, healthEpoch: row.healthEpoch + 1 };
}
