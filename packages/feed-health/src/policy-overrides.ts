import { ERROR_TYPES, type FailurePolicySet, type PolicyFile, type PolicyName } from '@feedwarden/contracts';
import { DEFAULT_FAILURE_POLICIES } from './failure-policy.js';

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
  for (const preset of ['permanent', 'quarantine'] as const)
    policies[preset].maxFailures = file?.[preset]?.maxFailures ?? maxFailures ?? policies[preset].maxFailures;
  for (const type of ERROR_TYPES) {
    const { disableAfter, cooldown } = file?.typed?.rules?.[type] ?? {};
    const rule = policies.typed.rules[type];
    if (disableAfter !== undefined) rule.disableAfter = disableAfter;
    if (cooldown !== undefined) rule.cooldownSeconds = cooldown;
  }
  return policies;
}
