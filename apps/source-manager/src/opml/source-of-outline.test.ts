import { describe, expect, it } from '@jest/globals';
import type { Outline } from './source-of-outline.js';
import { sourceOfOutline } from './source-of-outline.js';

const outline = (given: Partial<Outline> = {}): Outline => ({
  line: 1,
  title: 'News',
  xmlUrl: 'https://news.example/feed',
  htmlUrl: 'https://news.example/',
  settings: {},
  ...given,
});
const setting = (name: string, value: string) => ({
  settings: { [`feedwarden:${name.toLowerCase()}`]: value },
});

describe('a source of an outline', () => {
  it.each<[string, Partial<Outline>, object]>([
    ['a usual entry', {}, { name: 'News', type: 'rss', enabled: true, siteUrl: 'https://news.example/' }],
    ['no title', { title: '' }, { name: 'news.example' }],
    ['a title of control characters', { title: '\u0000\n' }, { name: 'news.example' }],
    ['a title of two lines', { title: 'Two\r\n\tlines' }, { name: 'Two lines' }],
    ['a title that is too long', { title: 'x'.repeat(201) }, { name: `${'x'.repeat(199)}…` }],
    ['a long title in pairs', { title: `x${'😀'.repeat(120)}` }, { name: `x${'😀'.repeat(99)}…` }],
    ['a page that is no address', { htmlUrl: 'see below' }, { siteUrl: null }],
    [
      'another spelling',
      { xmlUrl: 'HTTPS://News.example:443/feed' },
      { feedUrl: 'https://news.example/feed' },
    ],
    ['the scheme feed', { xmlUrl: 'feed://news.example/feed' }, { feedUrl: 'http://news.example/feed' }],
    [
      'the prefix feed',
      { xmlUrl: 'feed:https://news.example/feed' },
      { feedUrl: 'https://news.example/feed' },
    ],
    ['a type', setting('type', 'website'), { type: 'website' }],
    ['a switch', setting('enabled', 'false'), { enabled: false }],
    ['a number', setting('pollDelaySeconds', '0.5'), { pollDelaySeconds: 0.5 }],
    ['a setting nobody knows', setting('colour', 'red'), { name: 'News' }],
  ])('is made, given %s', (_given, changes, expected) => {
    expect(sourceOfOutline(outline(changes))).toMatchObject({ source: expected });
  });

  it.each<[string, Partial<Outline>, string]>([
    ['no address', { xmlUrl: '' }, 'it has no xmlUrl, so there is nothing to poll'],
    ['no web address', { xmlUrl: 'ftp://news.example/' }, 'feedUrl: must be an http or https URL'],
    ['a script', { xmlUrl: 'javascript:alert(1)' }, 'feedUrl: must be an http or https URL'],
    ['a number that is none', setting('maxFailures', 'many'), 'maxFailures: Invalid input'],
    [
      'an account that is none',
      setting('type', 'twitter'),
      'feedUrl must be the URL of an account, like https://x.com/NAME, for a source of the type twitter',
    ],
  ])('is refused with the reason, given %s', (_given, changes, reason) => {
    expect(sourceOfOutline(outline(changes))).toEqual({ reason: expect.stringContaining(reason) });
  });
});
