import { describe, expect, it } from '@jest/globals';
import { tweetText } from './x-text.js';

const urls = [
  { url: 'https://t.co/aaa', expanded_url: 'https://news.example/1?a=$&b=&amp;' },
  { url: 'https://t.co/aaab', expanded_url: 'https://news.example/2' },
];

describe('tweetText', () => {
  it.each([
    ['plain words', 'Hello, world', 'Hello, world'],
    ['escaped characters', '1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['what was escaped before it was posted', 'write &amp;lt; for it', 'write &lt; for it'],
    ['a link', 'Read https://t.co/aaa now', 'Read https://news.example/1?a=$&b=&amp; now'],
    ['a link that begins like another', 'https://t.co/aaab', 'https://news.example/2'],
    ['a link nobody explains', 'https://t.co/zzz', 'https://t.co/zzz'],
  ])('Given %s, when %j is read, then it is %j', (_given, text, expected) => {
    expect(tweetText({ text, entities: { urls } })).toBe(expected);
  });

  it('Given no entities, when it is read, then links stay as they are', () => {
    expect(tweetText({ text: 'https://t.co/aaa', entities: null })).toBe('https://t.co/aaa');
  });
});
