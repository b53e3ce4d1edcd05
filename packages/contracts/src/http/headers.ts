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
  .describe('The `ETag` you have seen: if the version is another one by now, nothing happens.');
export type VersionMatch = readonly string[] | 'any';

export const idempotencyKeySchema = z
  .string()
  .regex(/^[ -~]{1,255}$/, 'must be 1 to 255 printable ASCII characters')
  .describe('Any text of your own. The same key with the same body is carried out once.');
