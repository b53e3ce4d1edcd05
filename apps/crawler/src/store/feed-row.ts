import { completeSettings, type Feed } from '../poll/feed.js';
import type { FeedRow } from './schema.js';

/*
 * Every field by name, and not by spreading what is the same: a feed of 40 fields that is copied several times, or loses
 * fields, costs more than all decisions about it.
 */

export function feedOf(row: FeedRow): Feed {
  const { feedDisabledAt, feedDisableReason, movedTo, movedSince, proposedUrl, proposedSince } = row;
  return {
    sourceId: row.sourceId,
    version: row.version,
    settings: completeSettings(row.settings),
    host: row.host,
    sourceCreatedAt: row.sourceCreatedAt,
    healthEpoch: row.healthEpoch,
    enabled: row.enabled,
    feedSwitch:
      feedDisabledAt && feedDisableReason ? { disabledAt: feedDisabledAt, reason: feedDisableReason } : null,
    quarantinedAt: row.quarantinedAt,
    pollSeq: row.pollSeq,
    health: {
      consecutiveFailures: row.consecutiveFailures,
      typeStreak: row.typeStreak,
      permanentStreak: row.permanentStreak,
      lastFailureType: row.lastFailureType,
      lastErrorType: row.lastErrorType,
      lastError: row.lastError,
      failingSince: row.failingSince,
      lastPolledAt: row.lastPolledAt,
      lastSuccessAt: row.lastSuccessAt,
    },
    startAt: row.startAt,
    notBefore: row.notBefore,
    freshUntil: row.freshUntil,
    rhythm: row.rhythm,
    generator: row.generator,
    move: movedTo && movedSince ? { to: movedTo, since: movedSince, asked: row.moveAsked } : null,
    proposal: proposedUrl && proposedSince ? { url: proposedUrl, since: proposedSince } : null,
    etag: row.etag,
    lastModified: row.lastModified,
    wireHash: row.wireHash,
    bodyHash: row.bodyHash,
    readerMemory: row.readerMemory,
    finding: row.finding,
  };
}

export function rowOf(feed: Feed, dueAt: Date | null): Omit<FeedRow, 'unreported'> {
  const { feedSwitch, health, move, proposal } = feed;
  return {
    sourceId: feed.sourceId,
    version: feed.version,
    settings: feed.settings,
    host: feed.host,
    sourceCreatedAt: feed.sourceCreatedAt,
    healthEpoch: feed.healthEpoch,
    enabled: feed.enabled,
    feedDisabledAt: feedSwitch?.disabledAt ?? null,
    feedDisableReason: feedSwitch?.reason ?? null,
    quarantinedAt: feed.quarantinedAt,
    pollSeq: feed.pollSeq,
    consecutiveFailures: health.consecutiveFailures,
    typeStreak: health.typeStreak,
    permanentStreak: health.permanentStreak,
    lastFailureType: health.lastFailureType,
    lastErrorType: health.lastErrorType,
    lastError: health.lastError,
    failingSince: health.failingSince,
    lastPolledAt: health.lastPolledAt,
    lastSuccessAt: health.lastSuccessAt,
    startAt: feed.startAt,
    notBefore: feed.notBefore,
    freshUntil: feed.freshUntil,
    rhythm: feed.rhythm,
    generator: feed.generator,
    movedTo: move?.to ?? null,
    movedSince: move?.since ?? null,
    moveAsked: move?.asked ?? false,
    proposedUrl: proposal?.url ?? null,
    proposedSince: proposal?.since ?? null,
    etag: feed.etag,
    lastModified: feed.lastModified,
    wireHash: feed.wireHash,
    bodyHash: feed.bodyHash,
    readerMemory: feed.readerMemory,
    finding: feed.finding,
    dueAt,
  };
}
