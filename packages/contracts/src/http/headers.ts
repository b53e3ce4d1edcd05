import { z } from 'zod';

const TAG = '(?:W/)?"[^"]*"';
const TAGS = new RegExp(String.raw`^(?:\*|${TAG}(?:\s*,\s*${TAG})*)$`);

/**
 * The versions in which a caller has seen what is to be changed: one of these tags, or any. A weak tag is kept and
 * matches nothing: who asks to change something must know exactly which.
 */
export const ifMatchSchema = z
  .string()
  .trim()
  .regex(TAGS, 'must be * or versions in quotes, like "3" or "3", "4"')
  .transform((text): VersionMatch => (text === '*' ? 'any' : (text.match(new RegExp(TAG, 'g')) ?? [])))
  .describe(
    'The `ETag` you have seen: if the version has changed since, nothing happens and the response is 412.',
  );
export type VersionMatch = readonly string[] | 'any';

export const idempotencyKeySchema = z
  .string()
  .regex(/^[ -~]{1,255}$/, 'must be 1 to 255 printable ASCII characters')
  .describe('Any text. A request with the same key and body is carried out once.');
