import { ifMatchSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { requireVersion } from './source-requests.js';

describe('If-Match', () => {
  it.each([
    [undefined, true],
    ['*', true],
    [' * ', true],
    ['"3"', true],
    ['"2", "3"', true],
    ['"2","3"', true],
    ['"a,b" , W/"9", "3"', true],
    ['"2"', false],
    ['"33"', false],
    ['W/"3"', false],
    ['"2", "4"', false],
    ['""', false],
  ])('holds for version 3, given %s: %s', (header, holds) => {
    const compare = () => requireVersion(ifMatchSchema.optional().parse(header), 3);
    if (holds) expect(compare).not.toThrow();
    else expect(compare).toThrow(expect.objectContaining({ status: 412, headers: { etag: '"3"' } }));
  });

  it.each(['', '3', '"3', '3"', '"3" "4"', '"3",', '*, "3"', 'w/"3"', '"3"; "4"'])(
    'is refused, given the malformed %j',
    (header) => {
      expect(ifMatchSchema.safeParse(header).success).toBe(false);
    },
  );
});
