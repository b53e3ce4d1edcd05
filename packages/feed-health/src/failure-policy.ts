import { type ErrorType, type FailurePolicySet, MANUAL_REASON, type TypedRule } from '@feedwarden/contracts';

const HOUR = 3600;
const never = (): TypedRule => ({ disableAfter: null, cooldownSeconds: 24 * HOUR });
const after = (failures: number, cooldownHours: number): TypedRule => ({
  disableAfter: failures,
  cooldownSeconds: cooldownHours * HOUR,
});

/** The one table of thresholds and cooldowns: the crawler counts by it, source-manager filters by it. */
export const DEFAULT_FAILURE_POLICIES = {
  default: 'typed',
  typed: {
    rules: {
      rate_limited: never(),
      forbidden: after(5, 24),
      not_found: after(3, 48),
      gone: after(1, 72),
      upstream_failure: after(10, 6),
      network: after(10, 12),
      parse_error: after(5, 24),
      unexpected: never(),
    } satisfies Record<ErrorType, TypedRule>,
  },
  permanent: { maxFailures: 5 },
  quarantine: { maxFailures: 5 },
  unknownReasonCooldownSeconds: 24 * HOUR,
  maxBackoffHours: 24,
} satisfies FailurePolicySet;

/** How long a feed disabled for this reason stays out of polling; null: until somebody enables it. */
export function cooldownSeconds(policies: FailurePolicySet, reason: string): number | null {
  if (reason === MANUAL_REASON) return null;
  const rules: Record<string, TypedRule> = policies.typed.rules;
  return Object.hasOwn(rules, reason)
    ? (rules[reason]?.cooldownSeconds ?? policies.unknownReasonCooldownSeconds)
    : policies.unknownReasonCooldownSeconds;
}

/** When a disabled feed may be tried again; null: not before somebody enables it. */
export function feedRetryAt(policies: FailurePolicySet, disabledAt: Date, reason: string): Date | null {
  const seconds = cooldownSeconds(policies, reason);
  return seconds === null ? null : new Date(disabledAt.getTime() + seconds * 1000);
}
