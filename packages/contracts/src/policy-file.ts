import { z } from 'zod';
import { errorTypeSchema } from './error-type.js';

const SECONDS_PER_UNIT: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Ten years: longer ones are mistakes, and would lead to dates that nobody can write down. */
const LONGEST_SECONDS = 10 * 365 * 86_400;

const durationSchema = z.string().transform((text, context) => {
  const [, amount, unit = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS_PER_UNIT[unit] ?? Number.NaN);
  if (seconds <= LONGEST_SECONDS) return seconds;
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
