import { z } from 'zod';

/** The same key with the same body is carried out once, however often it is sent. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[ -~]{1,255}$/, 'must be 1 to 255 printable ASCII characters');
