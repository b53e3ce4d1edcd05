import { type FailurePolicySet, SOURCE_TYPES } from '@feedwarden/contracts';
import {
  afterFailure,
  afterFrozenPoll,
  afterSuccess,
  afterVerdicts,
  classifyFailure,
  decideAfterFailure,
  decideAfterSuccess,
  decideMove,
  type FeedMove,
  type PollError,
  rememberMove,
  rememberProposal,
  type SwitchVerdict,
  turnsSwitch,
} from '@feedwarden/feed-health';
import type { Feed } from './feed.js';
import type { PollOutcome } from './outcome.js';
import type { Ruling } from './ports.js';
import { loggableUrl } from './web-url.js';

export interface AdvancedFeed {
  after: Feed;
  error: PollError | null;
  verdicts: SwitchVerdict[];
}

/** What an outcome makes of a feed, the error if it failed, and what is decided about its switches. */
export function advanceFeed(
  feed: Feed,
  outcome: PollOutcome,
  at: Date,
  { policies, movedAfterDays }: { policies: FailurePolicySet; movedAfterDays: number },
  ruling: Ruling = {},
): AdvancedFeed {
  const { feedUrl, failurePolicy, maxFailures } = feed.settings;
  const polled = { ...feed, startAt: null, pollSeq: feed.pollSeq + 1 };
  if (outcome.kind === 'failed') {
    const error = classifyFailure(outcome.fact, loggableUrl(feedUrl));
    const { blame = 'feed', retryAt = null } = ruling;
    const finding = `${error.code} ${blame}`;
    if (blame !== 'feed') {
      const health = afterFrozenPoll(feed.health, at);
      return { after: { ...polled, health, startAt: retryAt, finding }, error, verdicts: [] };
    }
    const health = afterFailure(feed.health, error, at);
    const followed = { name: failurePolicy, maxFailures };
    const decided = decideAfterFailure(policies, followed, feed, health, error);
    const verdicts = ruling.isWithheld && turnsSwitch(decided) ? [] : decided;
    const notBefore = error.retryAfterAt;
    const proposal = findProposal(feed, outcome.proposedUrl, at);
    const switches = afterVerdicts(feed, verdicts, at);
    const after = { ...polled, ...switches, health, notBefore, freshUntil: null, proposal, finding };
    return { after, error, verdicts };
  }
  const found = findMove(feed, outcome, at);
  const moves = decideMove(feedUrl ?? '', found, at, movedAfterDays);
  const move = found && { ...found, asked: found.asked || moves.length > 0 };
  const verdicts = [...decideAfterSuccess(feed), ...moves];
  const health = afterSuccess(at);
  const notBefore = outcome.hints?.retryAfterAt ?? null;
  const proposal = findProposal(feed, (outcome.kind === 'stored' && outcome.proposedUrl) || null, at);
  const switches = afterVerdicts(feed, verdicts, at);
  return {
    error: null,
    verdicts,
    after: { ...polled, ...learned(outcome), ...switches, health, notBefore, move, proposal, finding: null },
  };
}

type Success = Extract<PollOutcome, { kind: 'stored' | 'unchanged' }>;

function findMove({ settings, move }: Feed, { hints }: Success, at: Date): FeedMove | null {
  return SOURCE_TYPES[settings.type].followsMoves ? rememberMove(move, hints?.movedTo ?? null, at) : null;
}

/** A page at another address may name the address that was polled. */
function findProposal({ settings, proposal }: Feed, found: string | null | undefined, at: Date) {
  return rememberProposal(proposal, found === loggableUrl(settings.feedUrl) ? null : found, at);
}

/** What the next poll is to know. What only the content says (its rhythm, its generator) stands until there is another content. */
function learned(outcome: Success): Partial<Feed> {
  const freshUntil = outcome.hints?.freshUntil ?? null;
  if (outcome.kind === 'unchanged') return { ...outcome.validators, freshUntil };
  const { validators, memory, rhythm = null, generator = null } = outcome;
  return { ...validators, ...(memory && { readerMemory: memory }), freshUntil, rhythm, generator };
}
