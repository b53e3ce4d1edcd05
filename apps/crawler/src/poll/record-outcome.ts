import { type FailurePolicySet, VERDICTS } from '@feedwarden/contracts';
import type { PollError, SwitchVerdict } from '@feedwarden/feed-health';
import type { Logger } from '@feedwarden/service-kit';
import { type AdvancedFeed, advanceFeed } from './advance-feed.js';
import { type Feed, isReadDifferently } from './feed.js';
import { fingerprintBasis, judgeEntries } from './judge-entries.js';
import type { PollOutcome } from './outcome.js';
import type {
  FeedReader,
  HostLease,
  PollRecord,
  RecordedPoll,
  RecordOutcome,
  Ruling,
  SavePoll,
} from './ports.js';
import type { Schedule } from './schedule.js';
import { commandOf, decisionOf } from './switch-command.js';
import { loggableUrl } from './web-url.js';

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

/** The one exit of every poll: advances the failure state, decides about the switches, stores and logs. */
export function createRecordOutcome(deps: RecordOutcomeDeps): RecordOutcome {
  const { save, findFeed, logger } = deps;

  async function record(poll: FinishedPoll): Promise<RecordedPoll | null> {
    const { lease, feed, outcome } = poll;
    const advanced = advanceFeed(
      feed,
      outcome,
      poll.at,
      { policies: deps.policies(), movedAfterDays: deps.movedAfterDays },
      poll.ruling,
    );
    const { error } = advanced;
    const { blame, incidentId } = blameOf(error, poll.ruling);
    const saved = await save(recordOf(poll, advanced, deps));
    switch (saved.kind) {
      case 'saved':
        return logged({
          ...advanced,
          feed: advanced.after,
          outcome,
          blame,
          incidentId,
          newPosts: saved.newPosts,
        });
      case 'lease_lost':
        logger.warn(
          { sourceId: feed.sourceId, url: loggableUrl(feed.settings.feedUrl), host: lease.host },
          'poll not recorded: another crawler took the host over',
        );
        return null;
      case 'feed_changed': {
        const current = await findFeed(feed.sourceId);
        // After a person's fresh start the outcome belongs to the past; so it does when the feed is read differently now.
        if (
          !current ||
          current.healthEpoch !== feed.healthEpoch ||
          isReadDifferently(current.settings, feed.settings)
        )
          return null;
        // Nobody else polls while we hold the lease: it was written, only the reply of the database was lost.
        if (current.pollSeq !== feed.pollSeq)
          return logged({ ...advanced, feed: current, outcome, blame, incidentId, newPosts: 0 });
        return record({ ...poll, feed: current });
      }
    }
  }

  function logged({
    feed,
    outcome,
    error,
    blame,
    incidentId,
    verdicts,
    newPosts,
  }: RecordedPoll): RecordedPoll {
    const recorded = { feed, outcome, error, blame, incidentId, verdicts, newPosts };
    logOutcome(logger, recorded);
    return recorded;
  }

  return (lease, feed, outcome, durationMs, ruling = {}) =>
    record({ lease, feed, outcome, durationMs, ruling, at: ruling.at ?? deps.now() });
}

interface FinishedPoll {
  lease: HostLease;
  feed: Feed;
  outcome: PollOutcome;
  durationMs: number;
  ruling: Ruling;
  at: Date;
}

function blameOf(error: PollError | null, { blame = 'feed', incidentId = null }: Ruling) {
  return error ? { blame, incidentId } : { blame: null, incidentId: null };
}

function recordOf(
  { lease, feed, outcome, durationMs, ruling, at }: FinishedPoll,
  { after, error, verdicts }: AdvancedFeed,
  { schedule, maxArticleAgeDays }: RecordOutcomeDeps,
): PollRecord {
  const entries = outcome.kind === 'stored' ? outcome.entries : [];
  const { fresh, skipped } = judgeEntries(entries, feed, maxArticleAgeDays, at);
  const marks = outcome.kind === 'stored' ? outcome.fingerprints : undefined;
  const found = { outcome: outcome.kind, code: error?.code ?? null, ...blameOf(error, ruling) };
  const hasChanged = after.finding !== feed.finding;
  return {
    lease,
    feed: after,
    dueAt: laterOf(schedule(after).at, ruling.retryAt ?? null),
    entries: fresh,
    skipped,
    ...(marks !== undefined && {
      fingerprints: { basis: fingerprintBasis(after, maxArticleAgeDays, at), marks },
    }),
    commands: verdicts.map((verdict) => commandOf(verdict, after.health, error)),
    poll: {
      at,
      ...found,
      errorType: error?.type ?? null,
      statusCode: outcome.statusCode,
      bytes: outcome.bytes,
      emptyEntries: outcome.kind === 'stored' ? (outcome.emptyEntries ?? 0) : 0,
      durationMs,
      decision: decisionOf(verdicts),
      role: ruling.role ?? 'regular',
    },
    run: hasChanged
      ? { fromAt: at, afterAt: feed.health.lastPolledAt, firstSeq: after.pollSeq, ...found }
      : null,
  };
}

/** A probe of a disabled feed that failed by our own fault is due, but not at once. */
const laterOf = (at: Date | null, retryAt: Date | null) => (at && retryAt && retryAt > at ? retryAt : at);

/** A failure is logged at the level of its error; nothing expected is ever an ERROR. Its incident has a line of its own. */
function logOutcome(
  logger: Logger,
  { feed, outcome, error, blame, incidentId, verdicts, newPosts }: RecordedPoll,
): void {
  const about = { sourceId: feed.sourceId, url: loggableUrl(feed.settings.feedUrl) };
  if (error) {
    const { level, type: errorType, code, statusCode, message } = error;
    const failure = { ...about, errorType, code, statusCode, error: message };
    if (blame === 'feed') logger[level](failure, 'feed poll failed');
    else logger.debug({ ...failure, blame, incidentId }, 'feed poll failed, but not by its own fault');
  } else {
    logger.info({ ...about, outcome: outcome.kind, newPosts }, 'feed polled');
  }
  const { consecutiveFailures } = feed.health;
  for (const verdict of verdicts) {
    const { level, message } = VERDICTS[verdict.kind].log;
    logger[level]({ ...about, ...detailsOf(verdict, consecutiveFailures) }, message);
  }
}

function detailsOf(verdict: SwitchVerdict, consecutiveFailures: number): object {
  if ('reason' in verdict) return { reason: verdict.reason, consecutiveFailures };
  return 'to' in verdict ? { movedTo: loggableUrl(verdict.to) } : {};
}
