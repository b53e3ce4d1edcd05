import type { Blame, ErrorType, PollDecision } from '@feedwarden/contracts';
import { classificationOf } from '../classify-failure.js';
import type { SourceSwitches, SwitchVerdict } from '../decide-switch.js';
import { afterReset, type PollHealth } from '../poll-health.js';

/** A failed poll as the history knows it. */
export interface PastFailure {
  at: Date;
  errorType: ErrorType;
  code: string;
  blame: Blame;
  decision: PollDecision;
}

export interface JudgedFeed {
  health: PollHealth;
  switches: SourceSwitches;
  /** Since the last success, the newest first. It may not reach back to the first failure. */
  failures: readonly PastFailure[];
}

export interface Pardon {
  health: PollHealth;
  failures: PastFailure[];
  /** What takes back the switches that these failures turned. */
  verdicts: SwitchVerdict[];
}

/**
 * Takes back what was counted since `since`, as if the polls had been frozen. Because the failures bear another blame
 * then, doing it twice changes nothing. null: there is nothing to take back.
 */
export function pardon(feed: JudgedFeed, since: Date, blame: Exclude<Blame, 'feed'>): Pardon | null {
  const isOurs = (failure: PastFailure) => failure.blame === 'feed' && failure.at >= since;
  const pardoned = feed.failures.filter(isOurs);
  if (pardoned.length === 0) return null;
  const failures = feed.failures.map((failure) => (isOurs(failure) ? { ...failure, blame } : failure));
  const decisions = new Set(pardoned.map(({ decision }) => decision));
  const { feedSwitch, quarantinedAt } = feed.switches;
  const verdicts: SwitchVerdict[] = [];
  if (feedSwitch && decisions.has('feed_disabled')) verdicts.push({ kind: 'enable_feed' });
  if (quarantinedAt && decisions.has('quarantined')) verdicts.push({ kind: 'release' });
  return { health: withoutThem(feed.health, failures, pardoned.length), failures, verdicts };
}

/** The counters before the pardoned failures: from their number, and from what the history says of those before. */
function withoutThem(health: PollHealth, failures: readonly PastFailure[], pardoned: number): PollHealth {
  const left = failures.filter(({ blame }) => blame === 'feed');
  const consecutiveFailures = health.consecutiveFailures - pardoned;
  const [last] = left;
  if (consecutiveFailures <= 0 || !last) return afterReset(health);
  const isPermanent = ({ code }: PastFailure) => classificationOf(code).failureType === 'permanent';
  const isSame = last.errorType === health.lastErrorType;
  return {
    ...health,
    consecutiveFailures,
    typeStreak: trailing(left, ({ errorType }) => errorType === last.errorType),
    permanentStreak: trailing(left, isPermanent),
    lastFailureType: classificationOf(last.code).failureType,
    lastErrorType: last.errorType,
    lastError: isSame ? health.lastError : last.code.replaceAll('_', ' '),
  };
}

function trailing(failures: readonly PastFailure[], isOne: (failure: PastFailure) => boolean): number {
  const end = failures.findIndex((failure) => !isOne(failure));
  return end < 0 ? failures.length : end;
}
