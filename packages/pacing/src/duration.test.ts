import { describe, expect, it } from '@jest/globals';
import { parseDuration } from './duration.js';

describe('parseDuration', () => {
  it.each([
    ['5s', 5],
    ['30m', 1800],
    ['72h', 259_200],
    ['7d', 604_800],
    ['3650d', 315_360_000],
  ])('reads %s as %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each([
    '',
    '0s',
    '05s',
    '-5s',
    '1.5h',
    '5',
    's',
    '5 s',
    '5S',
    '5w',
    '1h30m',
    '12345678s',
    '3651d',
    '٥s',
    ' 5s',
    '5s\n',
  ])('rejects %j', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});
