import type { FailurePolicySet } from '@feedwarden/contracts';
import {
  afterFailure,
  afterSuccess,
  decideAfterFailure,
  decideAfterSuccess,
  type SourceSwitches,
  type SwitchVerdict,
} from '@feedwarden/feed-health';
import type { Feed, PollOutcome } from './ports.js';

/** What an outcome makes of a feed, and what is decided about its switches. */
export function advanceFeed(
  feed: Feed,
  outcome: PollOutcome,
  at: Date,
  policies: FailurePolicySet,
): { after: Feed; verdicts: SwitchVerdict[] } {
  const polled = { ...feed, startAt: null, pollSeq: feed.pollSeq + 1 };
  if (outcome.kind === 'failed') {
    const health = afterFailure(feed.health, outcome.error, at);
    const followed = { name: feed.failurePolicy, maxFailures: feed.maxFailures };
    const verdicts = decideAfterFailure(policies, followed, feed, health, outcome.error);
    const notBefore = outcome.error.retryAfterAt;
    return { verdicts, after: { ...polled, ...turned(feed, verdicts, at), health, notBefore } };
  }
  const verdicts = decideAfterSuccess(feed);
  const health = afterSuccess(at);
  return {
    verdicts,
    after: { ...polled, ...learned(outcome), ...turned(feed, verdicts, at), health, notBefore: null },
  };
}

/** What the next poll is to know. */
function learned(outcome: Extract<PollOutcome, { kind: 'stored' | 'unchanged' }>): Partial<Feed> {
  const memory = outcome.kind === 'stored' ? outcome.memory : undefined;
  return { ...outcome.validators, ...(memory && { readerMemory: memory }) };
}

/** The switches as source-manager will have them once it knows what we decided. */
function turned(feed: Feed, verdicts: SwitchVerdict[], at: Date): SourceSwitches {
  const switches: SourceSwitches = {
    enabled: feed.enabled,
    feedSwitch: feed.feedSwitch,
    quarantinedAt: feed.quarantinedAt,
  };
  for (const verdict of verdicts) {
    if (verdict.kind === 'disable_feed') switches.feedSwitch = { disabledAt: at, reason: verdict.reason };
    if (verdict.kind === 'enable_feed') switches.feedSwitch = null;
    if (verdict.kind === 'disable_source') switches.enabled = false;
    if (verdict.kind === 'quarantine') switches.quarantinedAt = at;
    if (verdict.kind === 'release') switches.quarantinedAt = null;
  }
  return switches;
}
