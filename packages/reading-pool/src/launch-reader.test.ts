import { describe, expect, it } from '@jest/globals';
import { reservedForCodeMb } from './launch-reader.js';

describe('the memory that V8 reserves for code', () => {
  it('is what is mapped writable and executable, nothing else', () => {
    const maps = `7f0000000000-7f0020000000 rwxp 00000000 00:00 0
7f0030000000-7f0030100000 rwxp 00000000 00:00 0 [anon:v8]
7f0040000000-7f0060000000 ---p 00000000 00:00 0
7f0070000000-7f0090000000 rw-p 00000000 00:00 0 [heap]
55d000000000-55d003000000 r-xp 00000000 08:01 12 /usr/bin/node
`;
    expect(reservedForCodeMb(maps)).toBe(513);
  });

  it('is nothing where the system tells nothing', () => {
    expect(reservedForCodeMb('')).toBe(0);
  });

  it('is a number for this process', () => {
    expect(reservedForCodeMb()).toBeGreaterThanOrEqual(0);
  });
});
