import { describe, expect, it } from '@jest/globals';
import { nestsDeeperThan } from './nesting-depth.js';

const nested = (depth: number, tag: string) => tag.repeat(depth);

describe('nestsDeeperThan', () => {
  it.each([
    ['depth at the limit', nested(10, '<a>'), false],
    ['depth above the limit', nested(11, '<a>'), true],
    ['depth with attributes', nested(11, '<a b="c">'), true],
    ['depth in capital letters', nested(11, '<A>'), true],
    ['values that end in a slash', nested(11, '<a b=/>'), true],
    ['spaced values that end in a slash', nested(11, '<a b= />'), true],
    ['siblings', nested(50, '<a></a>'), false],
    ['empty elements', nested(50, '<a/><a b="c"/><a b="c" />'), false],
    ['elements left open in closed ones', nested(50, '<p><br></p>'), false],
    ['closing tags of nothing', nested(50, '</b><a></a>'), false],
    ['depth in a comment', `<!--${nested(50, '<a>')}-->`, false],
    ['depth in CDATA', `<![CDATA[${nested(50, '<a>')}]]>`, false],
    ['depth after CDATA', `<![cdata[>]]>${nested(11, '<a>')}`, true],
    ['arithmetic', '1 < 2 '.repeat(50), false],
    ['a tag that never ends', '<a'.repeat(50), false],
  ])('measures %s', (_given, markup, expected) => {
    expect(nestsDeeperThan(10, markup)).toBe(expected);
  });

  it.each([
    ['<a', false],
    ['<', false],
    ['<a>', true],
    ['</a>', false],
    ['<!--', false],
    ['<a></b>', true],
  ])('measures megabytes of %s', (piece, expected) => {
    expect(nestsDeeperThan(500, piece.repeat(1_000_000))).toBe(expected);
  });
});
