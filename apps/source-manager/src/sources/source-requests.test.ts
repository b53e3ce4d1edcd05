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
  ])('Given %s and version 3, when it is compared, then it holds: %s', (header, holds) => {
    const compare = () => requireVersion(ifMatchSchema.optional().parse(header), 3);
    if (holds) expect(compare).not.toThrow();
    else expect(compare).toThrow(expect.objectContaining({ status: 412, headers: { etag: '"3"' } }));
  });

  it.each(['', '3', '"3', '3"', '"3" "4"', '"3",', '*, "3"', 'w/"3"', '"3"; "4"'])(
    'Given the malformed %j, when it is read, then it is refused',
    (header) => {
      expect(ifMatchSchema.safeParse(header).success).toBe(false);
    },
  );
});
