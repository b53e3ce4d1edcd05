import { z } from 'zod';
import { errorTypeSchema } from './error-type.js';

/** `disableAfter: null` means failures of this type never disable a feed. */
const typedRuleSchema = z.object({
  disableAfter: z.int().min(1).nullable(),
  cooldownSeconds: z.int().min(1),
});
export type TypedRule = z.infer<typeof typedRuleSchema>;

/** The presets that a source can follow. */
export const policyNameSchema = z.enum(['typed', 'permanent', 'quarantine']).meta({ id: 'PolicyName' });
export type PolicyName = z.infer<typeof policyNameSchema>;

const countingSchema = z.object({ maxFailures: z.int().min(1) });

export const failurePolicySetSchema = z.object({
  /** Which preset a source follows that names none. */
  default: policyNameSchema,
  /** Disables the feed for a cooldown after failures of one type in a row. */
  typed: z.object({ rules: z.record(errorTypeSchema, typedRuleSchema) }),
  /** Disables the source after permanent failures in a row, until somebody enables it. */
  permanent: countingSchema,
  /** Quarantines the source after failures of any type in a row, until a poll-now succeeds or somebody releases it. */
  quarantine: countingSchema,
  unknownReasonCooldownSeconds: z.int().min(1),
  maxBackoffHours: z.int().min(1),
});
export type FailurePolicySet = z.infer<typeof failurePolicySetSchema>;

/** The answer of `GET /api/v1/failure-policies`; `version` changes whenever the data does. */
export const failurePoliciesSchema = failurePolicySetSchema
  .extend({ version: z.string().describe('Another one whenever the data is another.') })
  .meta({ id: 'FailurePolicies' });
export type FailurePolicies = z.infer<typeof failurePoliciesSchema>;
