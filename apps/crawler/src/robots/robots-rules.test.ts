import { describe, expect, it } from '@jest/globals';
import { rulesFor } from './robots-rules.js';

const rules = (...lines: string[]) => rulesFor('Feedwarden', lines.join('\n')).split('\n').filter(Boolean);

describe('rulesFor', () => {
  it.each([
    ['nothing', [''], []],
    ['a web page', ['<!doctype html>', '<a href="https://x.example/">User-agent: *</a>'], []],
    ['rules for all', ['User-agent: *', 'Disallow: /'], ['user-agent: *', 'disallow: /']],
    ['rules for others', ['User-agent: OtherBot', 'Disallow: /'], []],
    ['rules without a name', ['Disallow: /'], []],
    [
      'odd writing',
      ['\uFEFF USER-AGENT :feedwarden/2 # us', ' allow:/a # b'],
      ['user-agent: feedwarden', 'allow: /a'],
    ],
    [
      'a group of names, with lines between',
      ['User-agent: Other', '', 'User-agent: Feedwarden', 'Crawl-delay: 5', 'User-agent: *', 'Disallow: /x'],
      ['user-agent: feedwarden', 'user-agent: *', 'disallow: /x'],
    ],
    [
      'a group of our own that allows all',
      ['User-agent: Feedwarden', 'Disallow:', 'User-agent: *', 'Disallow: /'],
      ['user-agent: feedwarden', 'disallow: ', 'user-agent: *', 'disallow: /'],
    ],
    [
      'two groups for us, and one for others between',
      ['User-agent: *', 'Disallow: /a', 'User-agent: x', 'Disallow: /b', 'User-agent: *', 'Allow: /c'],
      ['user-agent: *', 'disallow: /a', 'user-agent: *', 'allow: /c'],
    ],
    ['a name that only begins like ours', ['User-agent: Feedwardenbot', 'Disallow: /'], []],
    ['an endless pattern', ['User-agent: *', `Disallow: /${'x'.repeat(3000)}`], ['user-agent: *']],
  ])('keeps our part of %s', (_given, lines, expected) => {
    expect(rules(...lines)).toEqual(expected);
  });

  it('keeps each rule once below thousands of names, up to a limit', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `User-agent: bot${index}`);
    const disallowed = Array.from({ length: 20_000 }, (_, index) => `Disallow: /${index}`);
    expect(rules(...names, 'User-agent: *', 'User-agent: *', ...disallowed)).toHaveLength(10_000);
  });

  it('keeps the first of endless wildcards, and all plain rules', () => {
    const wild = Array.from({ length: 1000 }, () => `Disallow: /${'*a'.repeat(500)}`);
    const kept = rules('User-agent: *', 'Disallow: /first', ...wild, 'Disallow: /last');
    expect(kept.filter((line) => line.includes('*a'))).toHaveLength(19);
    expect(kept).toContain('disallow: /first');
  });
});
