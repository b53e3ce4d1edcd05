import {
  type FailurePolicySet,
  MANUAL_REASON,
  MAX_REASON_CHARS,
  type PolicyName,
  type VerdictKind,
  type VerdictOf,
} from '@feedwarden/contracts';
import type { PollError } from './classify-failure.js';
import type { PollHealth } from './poll-health.js';

/** Whether and why a feed is out of polling. */
export type FeedSwitch = { disabledAt: Date; reason: string } | null;

/** What keeps a source from being polled, besides having no feed. */
export interface SourceSwitches {
  enabled: boolean;
  feedSwitch: FeedSwitch;
  quarantinedAt: Date | null;
}

/** What a poll's outcome does to the switches; most outcomes do nothing. */
export type SwitchVerdict = VerdictOf<VerdictKind>;

/** What each verdict does to the switches. source-manager does the same once it knows of the verdict. */
const EFFECTS: {
  [Kind in VerdictKind]: (verdict: VerdictOf<Kind>, at: Date) => Partial<SourceSwitches>;
} = {
  disable_feed: ({ reason }, at) => ({ feedSwitch: { disabledAt: at, reason } }),
  renew_cooldown: ({ reason }, at) => ({ feedSwitch: { disabledAt: at, reason } }),
  enable_feed: () => ({ feedSwitch: null }),
  disable_source: () => ({ enabled: false }),
  quarantine: (_, at) => ({ quarantinedAt: at }),
  release: () => ({ quarantinedAt: null }),
  move_feed: () => ({}),
};

/** The switches after these verdicts, in their order. */
export function afterVerdicts(switches: SourceSwitches, verdicts: SwitchVerdict[], at: Date): SourceSwitches {
  const { enabled, feedSwitch, quarantinedAt } = switches;
  const after = { enabled, feedSwitch, quarantinedAt };
  for (const verdict of verdicts) Object.assign(after, effectOf(verdict, at));
  return after;
}

function effectOf<Kind extends VerdictKind>(verdict: VerdictOf<Kind>, at: Date): Partial<SourceSwitches> {
  return EFFECTS[verdict.kind as Kind](verdict, at);
}

/** What a source follows: a preset, and its own limit where the preset counts to one. */
export interface FollowedPolicy {
  name: PolicyName | null;
  maxFailures: number | null;
}

/** A success ends a cooldown and a quarantine. What a person disabled stays disabled. */
export function decideAfterSuccess({ feedSwitch, quarantinedAt }: SourceSwitches): SwitchVerdict[] {
  const verdicts: SwitchVerdict[] = [];
  if (feedSwitch && feedSwitch.reason !== MANUAL_REASON) verdicts.push({ kind: 'enable_feed' });
  if (quarantinedAt) verdicts.push({ kind: 'release' });
  return verdicts;
}

/** What a failure of a source is judged by. */
interface JudgedFailure {
  policies: FailurePolicySet;
  /** Of the source; null: the policy's. */
  maxFailures: number | null;
  switches: SourceSwitches;
  /** The state after this failure was counted. */
  health: PollHealth;
  error: PollError;
}

/** Each policy counts in its own way; null: its limit is not reached. */
const DECISIONS: { [Name in PolicyName]: (failure: JudgedFailure) => SwitchVerdict | null } = {
  typed({ policies, switches: { feedSwitch }, health, error }) {
    const { disableAfter } = policies.typed.rules[error.type];
    // An ERROR needs a person: disabling the feed would hide it.
    if (error.level === 'error' || disableAfter === null || health.typeStreak < disableAfter) return null;
    if (feedSwitch?.reason === MANUAL_REASON) return null;
    return { kind: feedSwitch ? 'renew_cooldown' : 'disable_feed', reason: error.type };
  },

  permanent({ policies, maxFailures, switches: { enabled }, health, error }) {
    const limit = maxFailures ?? policies.permanent.maxFailures;
    if (!enabled || error.failureType !== 'permanent' || health.permanentStreak < limit) return null;
    return { kind: 'disable_source', reason: `Auto-disabled after ${describeStreak(health, error)}` };
  },

  quarantine({ policies, maxFailures, switches: { quarantinedAt }, health, error }) {
    const limit = maxFailures ?? policies.quarantine.maxFailures;
    if (quarantinedAt || health.consecutiveFailures < limit) return null;
    const reason = `${health.consecutiveFailures} failures in a row: ${error.message}`;
    return { kind: 'quarantine', reason: reason.slice(0, MAX_REASON_CHARS) };
  },
};

/** `health` is the state after this failure was counted. */
export function decideAfterFailure(
  policies: FailurePolicySet,
  { name, maxFailures }: FollowedPolicy,
  switches: SourceSwitches,
  health: PollHealth,
  error: PollError,
): SwitchVerdict[] {
  const verdict = DECISIONS[name ?? policies.default]({ policies, maxFailures, switches, health, error });
  return verdict ? [verdict] : renewCooldown(switches.feedSwitch);
}

/** Whether these verdicts take a source out of polling, or put it back. */
export const turnsSwitch = (verdicts: SwitchVerdict[]): boolean =>
  verdicts.some(({ kind }) => kind !== 'renew_cooldown' && kind !== 'move_feed');

/** A disabled feed that fails its probe cools down again whatever the failure, or it would be polled in a loop. */
function renewCooldown(feedSwitch: FeedSwitch): SwitchVerdict[] {
  if (!feedSwitch || feedSwitch.reason === MANUAL_REASON) return [];
  return [{ kind: 'renew_cooldown', reason: feedSwitch.reason }];
}

/** A streak of permanent failures in words: `5 consecutive 404 errors`, `1 consecutive 410 error`. */
function describeStreak({ permanentStreak, typeStreak }: PollHealth, error: PollError): string {
  // Every permanent type comes from one cause, so a streak of one type is a streak of the last error.
  const errors = permanentStreak === 1 ? 'error' : 'errors';
  if (typeStreak >= permanentStreak) return `${permanentStreak} consecutive ${shortName(error)} ${errors}`;
  return `${permanentStreak} consecutive permanent ${errors}, the last one ${shortName(error)}`;
}

function shortName(error: PollError): string {
  return error.statusCode > 0 ? String(error.statusCode) : error.code.replaceAll('_', ' ');
}
