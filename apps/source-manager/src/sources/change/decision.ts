import { MANUAL_REASON, VERDICTS } from '@feedwarden/contracts';
import type { EventDraft } from '../../audit/record-events.js';
import type { SourceRow } from '../schema.js';

/** How a source is to change, and the event that records it: every change leaves one event. */
export interface Decision {
  set: Partial<
    Omit<SourceRow, 'id' | 'version' | 'changeSeq' | 'updatedAt' | 'standing' | 'needsYou' | 'feedHost'>
  >;
  event: EventDraft;
}

const NO_FAILURES = {
  consecutiveFailures: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  failingSince: null,
};

/** A crawler's proposal to move the feed is about the URL it had then. */
export const NO_PROPOSAL = { proposedFeedUrl: null, proposedSince: null };

export const FEED_ENABLED = { feedDisabledAt: null, feedDisableReason: null };

/**
 * A person wants this source polled again: its failures are forgotten, here and (through the new epoch) in the
 * crawler. A feed that a person disabled stays disabled.
 */
export function freshStart(row: SourceRow): Partial<SourceRow> {
  return {
    ...forgetFailures(row),
    quarantinedAt: null,
    ...(row.feedDisableReason !== MANUAL_REASON && FEED_ENABLED),
  };
}

/** The part of a fresh start that does not touch feed-disable and quarantine. */
export function forgetFailures(row: SourceRow): Partial<SourceRow> {
  return { ...NO_FAILURES, ...NO_PROPOSAL, healthEpoch: row.healthEpoch + 1 };
}

/** A person ends a cooldown, or what a person disabled. Null: nothing is disabled. */
export function enabledByHand(row: SourceRow): Decision | null {
  if (!row.feedDisabledAt) return null;
  return { set: { ...FEED_ENABLED, ...forgetFailures(row) }, event: { action: VERDICTS.enable_feed.action } };
}

/** A person ends a quarantine. Null: there is none. */
export function releasedByHand(row: SourceRow): Decision | null {
  return row.quarantinedAt ? { set: freshStart(row), event: { action: VERDICTS.release.action } } : null;
}
