import { expect, it } from '@jest/globals';
import { onlyColours, paint } from './paint.js';

it('onlyColours lets line breaks and our colours through, and no other control character', () => {
  const text = `${paint('red', 'red', true)}\n\x1b[2J\x1b]0;title\x07\u009b31m\rx`;
  expect(onlyColours(text)).toBe('\x1b[31mred\x1b[0m\n[2J]0;title31mx');
});
