import type { FailurePolicySet } from '@feedwarden/contracts';
import type { SwitchVerdict } from '@feedwarden/feed-health';
import type { Logger } from '@feedwarden/service-kit';
import { advanceFeed } from './advance-feed.js';
import { freshEntries } from './fresh-entries.js';
import { logOutcome } from './log-outcome.js';
import type { Feed, FeedReader, HostLease, PollOutcome, PollRecord, SavePoll } from './ports.js';
import { readsOtherwise } from './reads-otherwise.js';
import type { Schedule } from './schedule.js';
import { commandOf, decisionOf } from './switch-command.js';

export interface RecordOutcomeDeps {
  policies: () => FailurePolicySet;
  schedule: Schedule;
  save: SavePoll;
  findFeed: FeedReader['find'];
  logger: Logger;
  maxArticleAgeDays: number;
  movedAfterDays: number;
  now: () => Date;
}

/** The feed after the poll, what was decided, and how many posts were new; null: it came too late to count. */
export type RecordedPoll = { feed: Feed; newPosts: number; verdicts: SwitchVerdict[] } | null;
export type RecordOutcome = (lease: HostLease, feed: Feed, outcome: PollOutcome) => Promise<RecordedPoll>;

/** The one exit of every poll: advances the failure state, decides about the switches, stores and logs. */
export function createRecordOutcome(deps: RecordOutcomeDeps): RecordOutcome {
  const { save, findFeed, logger } = deps;

  async function record(lease: HostLease, feed: Feed, outcome: PollOutcome, at: Date): Promise<RecordedPoll> {
    const { movedAfterDays } = deps;
    const settings = { policies: deps.policies(), movedAfterDays };
    const { after, verdicts } = advanceFeed(feed, outcome, at, settings);
    const saved = await save(recordOf({ lease, feed, outcome, at, after, verdicts }, deps));
    switch (saved.kind) {
      case 'saved':
        logOutcome(logger, after, outcome, verdicts, saved.newPosts);
        return { feed: after, newPosts: saved.newPosts, verdicts };
      case 'lease_lost':
        logger.warn(
          { sourceId: feed.sourceId, host: lease.host },
          'poll not recorded: another crawler took the host over',
        );
        return null;
      case 'feed_changed': {
        const current = await findFeed(feed.sourceId);
        // After a fresh start by a person the outcome belongs to the past; so it does when it is read otherwise now.
        if (!current || current.healthEpoch !== feed.healthEpoch || readsOtherwise(current, feed))
          return null;
        // Nobody else polls while we hold the lease: it was written, only the answer was lost on its way.
        if (current.pollSeq !== feed.pollSeq) {
          logOutcome(logger, current, outcome, verdicts, 0);
          return { feed: current, newPosts: 0, verdicts };
        }
        return record(lease, current, outcome, at);
      }
    }
  }

  return (lease, feed, outcome) => record(lease, feed, outcome, deps.now());
}

interface Advanced {
  lease: HostLease;
  feed: Feed;
  outcome: PollOutcome;
  at: Date;
  after: Feed;
  verdicts: SwitchVerdict[];
}

function recordOf(advanced: Advanced, { schedule, maxArticleAgeDays }: RecordOutcomeDeps): PollRecord {
  const { lease, feed, outcome, at, after, verdicts } = advanced;
  const error = outcome.kind === 'failed' ? outcome.error : null;
  return {
    lease,
    feed: after,
    dueAt: schedule(after).at,
    entries: outcome.kind === 'stored' ? freshEntries(outcome.entries, feed, maxArticleAgeDays, at) : [],
    commands: verdicts.map((verdict) => commandOf(verdict, after.health, error)),
    poll: {
      at,
      outcome: outcome.kind,
      errorType: error?.type ?? null,
      code: error?.code ?? null,
      ...outcome.transfer,
      decision: decisionOf(verdicts),
    },
  };
}
