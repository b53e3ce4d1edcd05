import type { Feed } from '../poll/feed.js';
import type { FeedRow } from './schema.js';

export function feedOf(row: FeedRow): Feed {
  const { feedDisabledAt, feedDisableReason } = row;
  return {
    sourceId: row.sourceId,
    name: row.name,
    version: row.version,
    url: row.url,
    host: row.host,
    type: row.type,
    enabled: row.enabled,
    sourceCreatedAt: row.sourceCreatedAt,
    pollIntervalMinutes: row.pollIntervalMinutes,
    pollDelaySeconds: row.pollDelaySeconds,
    maxBackoffHours: row.maxBackoffHours,
    articleSelector: row.articleSelector,
    aggregate: row.aggregate,
    failurePolicy: row.failurePolicy,
    maxFailures: row.maxFailures,
    feedSwitch:
      feedDisabledAt && feedDisableReason ? { disabledAt: feedDisabledAt, reason: feedDisableReason } : null,
    quarantinedAt: row.quarantinedAt,
    healthEpoch: row.healthEpoch,
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
    move:
      row.movedTo && row.movedSince ? { to: row.movedTo, since: row.movedSince, asked: row.moveAsked } : null,
    etag: row.etag,
    lastModified: row.lastModified,
    bodyHash: row.bodyHash,
    readerMemory: row.readerMemory,
  };
}

export function rowOf(feed: Feed, dueAt: Date | null): Omit<FeedRow, 'unreported'> {
  const { feedSwitch, health, move, ...same } = feed;
  return {
    ...same,
    ...health,
    feedDisabledAt: feedSwitch?.disabledAt ?? null,
    feedDisableReason: feedSwitch?.reason ?? null,
    movedTo: move?.to ?? null,
    movedSince: move?.since ?? null,
    moveAsked: move?.asked ?? false,
    dueAt,
  };
}
