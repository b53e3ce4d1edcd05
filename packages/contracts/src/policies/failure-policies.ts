import { parseDuration } from '@feedwarden/pacing';
import { z } from 'zod';
import { ERROR_TYPES, type ErrorType, errorTypeSchema } from './error-types.js';

/** `disableAfter: null` means that failures of this type never disable a feed. */
const typedRuleSchema = z.object({
  disableAfter: z.int().min(1).nullable(),
  cooldownSeconds: z.int().min(1),
});
export type TypedRule = z.infer<typeof typedRuleSchema>;

const durationSchema = z.string().transform((text, context) => {
  const seconds = parseDuration(text);
  if (seconds !== null) return seconds;
  context.addIssue({
    code: 'custom',
    message: /^0+[smhd]$/.test(text)
      ? 'must be longer than zero: a feed whose cooldown is over at once would never stop being polled'
      : 'must be a duration like "72h", "30m" or "5s", of ten years at most',
  });
  return z.NEVER;
});

const ruleOverrideSchema = z.strictObject({
  disableAfter: z.int().min(1).nullable().optional(),
  cooldown: durationSchema.optional(),
});

const HOUR = 3600;
const defaultRules = Object.fromEntries(
  Object.entries(ERROR_TYPES).map(([type, { disableAfter, cooldownHours }]): [string, TypedRule] => [
    type,
    { disableAfter, cooldownSeconds: cooldownHours * HOUR },
  ]),
) as Record<ErrorType, TypedRule>;

/** A policy that counts to one number, which a source can have of its own (`maxFailures`). */
const counting = {
  settings: z.object({ maxFailures: z.int().min(1) }),
  overrides: z.strictObject({ maxFailures: z.int().min(1).optional() }),
  defaults: { maxFailures: 5 },
};

interface PolicyTraits {
  /** For people: which failures in a row it counts, what it does at the limit, and what ends that. */
  counts: string;
  does: string;
  ends: string;
  settings: z.ZodObject;
  /** What a policy file may change of the settings. */
  overrides: z.ZodObject;
  defaults: object;
}

/** The policies that a source can follow. feed-health has the decision of each. */
export const FAILURE_POLICIES = {
  typed: {
    counts: 'failures of one error type',
    does: 'disables the feed',
    ends: 'a probe after the cooldown succeeds; or by hand',
    settings: z.object({ rules: z.record(errorTypeSchema, typedRuleSchema) }),
    overrides: z.strictObject({ rules: z.partialRecord(errorTypeSchema, ruleOverrideSchema).optional() }),
    defaults: { rules: defaultRules },
  },
  permanent: {
    counts: 'permanent failures: HTTP 401, 403, 404 and 410, unknown host, robots.txt',
    does: 'sets `enabled` to false, with the reason in words',
    ends: 'by hand',
    ...counting,
  },
  quarantine: {
    counts: 'failures of any type',
    does: 'quarantines the source',
    ends: 'a poll by hand succeeds; or by hand',
    ...counting,
  },
} as const satisfies Record<string, PolicyTraits>;

export type PolicyName = keyof typeof FAILURE_POLICIES;
/** The policies with a limit of their own, which `SOURCE_MAX_FAILURES` and the source can replace. */
export type CountingPolicyName = {
  [Name in PolicyName]: 'maxFailures' extends keyof (typeof FAILURE_POLICIES)[Name]['defaults']
    ? Name
    : never;
}[PolicyName];

export const policyNameSchema = z.enum(Object.keys(FAILURE_POLICIES) as PolicyName[]).meta({
  id: 'PolicyName',
  description: Object.entries(FAILURE_POLICIES)
    .map(([name, { counts, does, ends }]) => `\`${name}\` counts ${counts}, then ${does}, until: ${ends}.`)
    .join(' '),
});

export const COUNTING_POLICIES = policyNameSchema.options.filter(
  (name): name is CountingPolicyName => 'maxFailures' in FAILURE_POLICIES[name].defaults,
);

export const failurePolicySetSchema = z.object({
  /** Which policy a source follows that names none. */
  default: policyNameSchema,
  ...columnOf(FAILURE_POLICIES, 'settings'),
  unknownReasonCooldownSeconds: z.int().min(1),
  maxBackoffHours: z.int().min(1),
});
export type FailurePolicySet = z.infer<typeof failurePolicySetSchema>;

/** What is in force unless an operator says otherwise: the crawler counts by it, source-manager filters by it. */
export const DEFAULT_FAILURE_POLICIES = {
  default: 'typed',
  ...columnOf(FAILURE_POLICIES, 'defaults'),
  unknownReasonCooldownSeconds: 24 * HOUR,
  maxBackoffHours: 24,
} satisfies FailurePolicySet;

/** What an operator may change of the default policies, in a JSON file. */
export const policyFileSchema = z.strictObject(columnOf(FAILURE_POLICIES, 'overrides')).partial();
export type PolicyFile = z.infer<typeof policyFileSchema>;

/** The response of `GET /api/v1/failure-policies`. */
export const failurePoliciesSchema = failurePolicySetSchema
  .extend({ version: z.string().describe('Changes whenever the data changes.') })
  .meta({ id: 'FailurePolicies' });
export type FailurePolicies = z.infer<typeof failurePoliciesSchema>;

/** One column of a table of traits, by the names of its rows. */
function columnOf<Table extends Record<string, object>, Trait extends PropertyKey & keyof Table[keyof Table]>(
  table: Table,
  trait: Trait,
): { [Row in keyof Table]: Table[Row][Trait & keyof Table[Row]] } {
  const cells = Object.entries(table).map(([row, traits]) => [
    row,
    (traits as Record<Trait, unknown>)[trait],
  ]);
  return Object.fromEntries(cells);
}
