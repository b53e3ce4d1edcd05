import { z } from 'zod';

export const idempotencyKeySchema = z
  .string()
  .regex(/^[ -~]{1,255}$/, 'must be 1 to 255 printable ASCII characters')
  .describe('Any text of your own. The same key with the same body is carried out once.');
