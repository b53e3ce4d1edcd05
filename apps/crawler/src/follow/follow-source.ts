import { MANUAL_REASON, type Source } from '@feedwarden/contracts';
import { afterReset, INITIAL_HEALTH, type SourceSwitches } from '@feedwarden/feed-health';
import { type Feed, hostOf, isReadDifferently, NOTHING_LEARNED, settingsOf } from '../poll/feed.js';
import { spreadOf } from '../poll/schedule.js';
import type { KnownFeed } from './ports.js';

export interface FollowingFacts {
  at: Date;
  defaultIntervalMinutes: number;
}

/** What a source's state at source-manager makes of our feed; null: nothing, because we know the same or a newer one. */
export function followSource(known: KnownFeed | null, source: Source, facts: FollowingFacts): Feed | null {
  if (!known) return newFeed(source, startsAtOnce(source) ? facts.at : firstPollAt(source, facts));
  const { feed } = known;
  if (source.version < feed.version || (source.version === feed.version && known.commandsPending))
    return null;
  const freshStart = source.healthEpoch > feed.healthEpoch;
  return {
    ...feed,
    ...saidOf(source),
    startAt: sooner(feed.startAt, firstPollAt(source, facts)),
    // Until our commands are delivered source-manager does not know what we know, unless a person started afresh.
    ...(known.commandsPending && !freshStart ? ours(feed, source) : switchesOf(source)),
    ...(freshStart && {
      health: afterReset(feed.health),
      startAt: facts.at,
      notBefore: null,
      ...NO_PROPOSAL,
    }),
    ...(isReadDifferently(source, feed.settings) && stillKnown(feed, source, freshStart)),
  };
}

const NO_PROPOSAL = { move: null, proposal: null };

/** A person gave it a fresh start before we saw it. One that was polled before is new only to this database. */
const startsAtOnce = ({ healthEpoch, lastPolledAt }: Source) => healthEpoch > 0 && lastPolledAt === null;

/** The first poll does not wait for an interval that has been shortened since. */
function sooner(startAt: Date | null, other: Date): Date | null {
  return startAt && other < startAt ? other : startAt;
}

/** A move that we asked for ourselves leads to the responses that we know already. */
function stillKnown(feed: Feed, source: Source, freshStart: boolean): Partial<Feed> {
  const hasMoved = !freshStart && feed.move?.asked && source.feedUrl === feed.move.to;
  return hasMoved ? NO_PROPOSAL : NOTHING_LEARNED;
}

/**
 * New sources are spread over their interval: a thousand that come at once, by import or at the first start, are not
 * all due at once. The time is stored, so that a restart does not change it.
 */
function firstPollAt(
  { id, pollIntervalMinutes }: Source,
  { at, defaultIntervalMinutes }: FollowingFacts,
): Date {
  const minutes = pollIntervalMinutes ?? defaultIntervalMinutes;
  return new Date(at.getTime() + spreadOf(id) * minutes * 60_000);
}

function newFeed(source: Source, startAt: Date): Feed {
  return {
    ...saidOf(source),
    ...switchesOf(source),
    health: INITIAL_HEALTH,
    pollSeq: 0,
    startAt,
    notBefore: null,
    ...NOTHING_LEARNED,
  };
}

function saidOf(source: Source) {
  return {
    sourceId: source.id,
    version: source.version,
    settings: settingsOf(source),
    host: hostOf(source.feedUrl, source.id),
    sourceCreatedAt: new Date(source.createdAt),
    healthEpoch: source.healthEpoch,
  };
}

/** What we decided stands; but what a person took out of polling in the meantime is not polled. */
function ours(feed: Feed, source: Source): SourceSwitches {
  const theirs = switchesOf(source);
  return {
    enabled: feed.enabled && theirs.enabled,
    feedSwitch: theirs.feedSwitch?.reason === MANUAL_REASON ? theirs.feedSwitch : feed.feedSwitch,
    quarantinedAt: feed.quarantinedAt ?? theirs.quarantinedAt,
  };
}

function switchesOf(source: Source): SourceSwitches {
  const { enabled, feedDisabledAt, feedDisableReason, quarantinedAt } = source;
  return {
    enabled,
    feedSwitch:
      feedDisabledAt && feedDisableReason
        ? { disabledAt: new Date(feedDisabledAt), reason: feedDisableReason }
        : null,
    quarantinedAt: quarantinedAt ? new Date(quarantinedAt) : null,
  };
}
