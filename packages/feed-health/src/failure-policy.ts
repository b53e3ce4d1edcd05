import {
  COUNTING_POLICIES,
  DEFAULT_FAILURE_POLICIES,
  errorTypeSchema,
  type FailurePolicySet,
  MANUAL_REASON,
  type PolicyFile,
  type PolicyName,
  type TypedRule,
} from '@feedwarden/contracts';

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

/** What an operator sets for all sources. The file, being the finer tool, wins over the numbers. */
export interface GlobalPolicySettings {
  defaultPolicy?: PolicyName;
  maxFailures?: number;
  maxBackoffHours?: number;
  file?: PolicyFile;
}

/** The default policies with what an operator changed of them. */
export function withOverrides({
  defaultPolicy,
  maxFailures,
  maxBackoffHours,
  file,
}: GlobalPolicySettings): FailurePolicySet {
  const policies: FailurePolicySet = structuredClone(DEFAULT_FAILURE_POLICIES);
  policies.default = defaultPolicy ?? policies.default;
  policies.maxBackoffHours = maxBackoffHours ?? policies.maxBackoffHours;
  for (const name of COUNTING_POLICIES)
    policies[name] = { maxFailures: file?.[name]?.maxFailures ?? maxFailures ?? policies[name].maxFailures };
  for (const type of errorTypeSchema.options) {
    const { disableAfter, cooldown } = file?.typed?.rules?.[type] ?? {};
    const rule = policies.typed.rules[type];
    if (disableAfter !== undefined) rule.disableAfter = disableAfter;
    if (cooldown !== undefined) rule.cooldownSeconds = cooldown;
  }
  return policies;
}
