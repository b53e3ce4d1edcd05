import type { FeedHistory, FeedState, PastPoll, PollAnswer } from '@feedwarden/contracts';
import type { PollError } from '@feedwarden/feed-health';
import { type Feed, proposalOf } from '../poll/feed.js';
import type { PollNowResult } from '../poll/poll-now.js';
import type { Schedule } from '../poll/schedule.js';
import { decisionOf } from '../poll/switch-command.js';
import { loggableUrl } from '../poll/web-url.js';

/** A feed as the API shows it: its failure state, its switch, and its next poll with the reason. */
function feedView(feed: Feed, schedule: Schedule): FeedState {
  const next = schedule(feed);
  const { health, feedSwitch } = feed;
  const proposal = proposalOf(feed);
  return {
    sourceId: feed.sourceId,
    feedUrl: feed.settings.feedUrl && loggableUrl(feed.settings.feedUrl),
    consecutiveFailures: health.consecutiveFailures,
    typeStreak: health.typeStreak,
    permanentStreak: health.permanentStreak,
    lastFailureType: health.lastFailureType,
    lastErrorType: health.lastErrorType,
    lastError: health.lastError,
    lastPolledAt: iso(health.lastPolledAt),
    lastSuccessAt: iso(health.lastSuccessAt),
    failingSince: iso(health.failingSince),
    feedDisabledAt: iso(feedSwitch?.disabledAt),
    feedDisableReason: feedSwitch?.reason ?? null,
    nextPollAt: iso(next.at),
    nextPollReason: next.reason,
    quarantinedAt: iso(feed.quarantinedAt),
    enabled: feed.enabled,
    movedTo: feed.move && loggableUrl(feed.move.to),
    movedSince: iso(feed.move?.since),
    proposedFeedUrl: proposal && loggableUrl(proposal.url),
    proposedSince: iso(proposal?.since),
  };
}

export function feedHistory(feed: Feed, recentPolls: PastPoll[], schedule: Schedule): FeedHistory {
  return { ...feedView(feed, schedule), recentPolls };
}

export function pollAnswer(
  result: Extract<PollNowResult, { kind: 'polled' }>,
  schedule: Schedule,
): PollAnswer {
  const { outcome, error, newPosts, verdicts, feed } = result;
  return {
    outcome: outcome.kind,
    newPosts,
    error: error && errorView(error),
    decision: decisionOf(verdicts),
    feed: feedView(feed, schedule),
  };
}

const errorView = (error: PollError) => ({ ...error, retryAfterAt: iso(error.retryAfterAt) });

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
