import { parseDuration } from '@feedwarden/pacing';
import { z } from 'zod';
import { errorTypeSchema } from './error-type.js';

const durationSchema = z.string().transform((text, context) => {
  const seconds = parseDuration(text);
  if (seconds !== null) return seconds;
  context.addIssue({
    code: 'custom',
    message: 'must be a duration like "72h", "30m" or "5s", of ten years at most',
  });
  return z.NEVER;
});

const ruleOverrideSchema = z.strictObject({
  disableAfter: z.int().min(1).nullable().optional(),
  cooldown: durationSchema.optional(),
});

const countingOverrideSchema = z.strictObject({ maxFailures: z.int().min(1).optional() });

/** What an operator may change of the default failure policies, in a JSON file. */
export const policyFileSchema = z.strictObject({
  typed: z
    .strictObject({ rules: z.partialRecord(errorTypeSchema, ruleOverrideSchema).optional() })
    .optional(),
  permanent: countingOverrideSchema.optional(),
  quarantine: countingOverrideSchema.optional(),
});
export type PolicyFile = z.infer<typeof policyFileSchema>;
