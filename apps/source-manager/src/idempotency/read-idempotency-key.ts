import { Problem } from '@feedwarden/service-kit';

/** The header as it came: any printable characters, undefined when there is none. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[ -~]{1,255}$/.test(header)) return header;
  throw new Problem(400, 'the header Idempotency-Key is not valid', {
    errors: [{ field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }],
  });
}
