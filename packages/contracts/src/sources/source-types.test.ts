import { describe, expect, it } from '@jest/globals';
import { xAccountOf } from './source-types.js';

describe('xAccountOf', () => {
  it.each([
    'https://x.com/nasa',
    'https://x.com/nasa/',
    'https://twitter.com/nasa?s=21',
    'https://mobile.twitter.com/nasa#top',
    'https://www.x.com/nasa',
  ])('finds the account of %s', (url) => {
    expect(xAccountOf(url)).toBe('nasa');
  });

  it.each([
    ['no URL', ''],
    ['no account', 'https://x.com/'],
    ['a post', 'https://x.com/nasa/status/1'],
    ['another host', 'https://x.com.evil.example/nasa'],
    ['another port', 'https://x.com:8443/nasa'],
    ['no encryption', 'http://x.com/nasa'],
    ['a login', 'https://me:secret@x.com/nasa'],
    ['a name too long for an account', 'https://x.com/sixteencharacter'],
  ])('finds none given %s', (_, url) => {
    expect(xAccountOf(url)).toBeNull();
  });
});
