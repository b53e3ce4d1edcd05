import type { PollHealth } from '@feedwarden/feed-health';
import { completeSettings, type Feed } from '../poll/feed.js';
import { type FeedRow, HEALTH } from './schema.js';

/** A column is a field of the same name, but for those that are parts of a value. */
export function feedOf(row: FeedRow): Feed {
  const { settings, feedDisabledAt, feedDisableReason, movedTo, movedSince, moveAsked, ...others } = row;
  const { proposedUrl, proposedSince, ...same } = others;
  const { dueAt: _dueAt, unreported: _unreported, ...known } = same;
  return {
    ...without(known, HEALTH),
    settings: completeSettings(settings),
    health: Object.fromEntries(HEALTH.map((name) => [name, row[name]])) as unknown as PollHealth,
    feedSwitch:
      feedDisabledAt && feedDisableReason ? { disabledAt: feedDisabledAt, reason: feedDisableReason } : null,
    move: movedTo && movedSince ? { to: movedTo, since: movedSince, asked: moveAsked } : null,
    proposal: proposedUrl && proposedSince ? { url: proposedUrl, since: proposedSince } : null,
  };
}

export function rowOf(feed: Feed, dueAt: Date | null): Omit<FeedRow, 'unreported'> {
  const { feedSwitch, health, move, proposal, ...same } = feed;
  return {
    ...same,
    ...health,
    feedDisabledAt: feedSwitch?.disabledAt ?? null,
    feedDisableReason: feedSwitch?.reason ?? null,
    movedTo: move?.to ?? null,
    movedSince: move?.since ?? null,
    moveAsked: move?.asked ?? false,
    proposedUrl: proposal?.url ?? null,
    proposedSince: proposal?.since ?? null,
    dueAt,
  };
}

function without<Value extends object, Name extends keyof Value>(value: Value, names: Name[]) {
  const left = { ...value };
  for (const name of names) delete left[name];
  return left as Omit<Value, Name>;
}
