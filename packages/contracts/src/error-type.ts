import { z } from 'zod';

/** Why a remote made a poll fail. The list is closed: thresholds, cooldowns and log levels have a row for each. */
export const ERROR_TYPES = [
  'rate_limited',
  'forbidden',
  'not_found',
  'gone',
  'upstream_failure',
  'network',
  'parse_error',
  'unexpected',
] as const;
export const errorTypeSchema = z
  .enum(ERROR_TYPES)
  .meta({ id: 'ErrorType', description: 'Why a remote made a poll fail.' });
export type ErrorType = z.infer<typeof errorTypeSchema>;

export const failureTypeSchema = z.enum(['transient', 'permanent']).meta({ id: 'FailureType' });
export type FailureType = z.infer<typeof failureTypeSchema>;

export const errorLevelSchema = z.enum(['warn', 'error']);
export type ErrorLevel = z.infer<typeof errorLevelSchema>;
