import { sampleSource } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { newSourceSchema, sourcePatchSchema, sourceSchema } from './source.js';

const FEED_URL = 'https://news.example/feed.xml';

/** The fields that the schema finds fault with, an unknown one included. */
function badFields(schema: z.ZodType, input: unknown): string[] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || '(all)'],
  );
}

describe('a new source', () => {
  it('has defaults for all but the name', () => {
    expect(newSourceSchema.parse({ name: '  News ' })).toEqual({
      name: 'News',
      type: 'rss',
      feedUrl: null,
      siteUrl: null,
      enabled: true,
      pollIntervalMinutes: null,
      pollDelaySeconds: null,
      maxFailures: null,
      maxBackoffHours: null,
      articleSelector: null,
      aggregate: null,
      failurePolicy: null,
    });
  });

  it.each([
    ['an empty text', '', null],
    ['null', null, null],
    ['https', FEED_URL, FEED_URL],
    ['http', 'http://news.example/feed', 'http://news.example/feed'],
    ['spaces around', ` ${FEED_URL} `, FEED_URL],
    ['a port and a query', 'https://news.example:8443/f?a=b', 'https://news.example:8443/f?a=b'],
    ['oddly spelt', 'HTTPS://NEWS.example:443/a/../feed', 'https://news.example/feed'],
    ['in another script', 'https://bücher.example', 'https://xn--bcher-kva.example/'],
  ])('accepts a feed URL that is %s', (_given, feedUrl, expected) => {
    expect(newSourceSchema.parse({ name: 'News', feedUrl }).feedUrl).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://news.example/feed',
    'file:///etc/passwd',
    'data:text/xml,<rss/>',
    'news.example/feed',
    '//news.example/feed',
    'http:news.example',
    'https://',
    'https://two words.example/',
    '   ',
    `https://news.example/${'x'.repeat(2048)}`,
    42,
  ])('rejects the URL %j and names its field', (url) => {
    expect(badFields(newSourceSchema, { name: 'News', feedUrl: url })).toEqual(['feedUrl']);
    expect(badFields(newSourceSchema, { name: 'News', siteUrl: url })).toEqual(['siteUrl']);
  });

  it.each([
    [
      'name',
      ['', '   ', 'x'.repeat(201), 'a\u0000b', 'two\nlines', 'half \uD83D', null, 7],
      ['x', 'whole \u{1F600}', 'x'.repeat(200)],
    ],
    ['type', ['podcast', '', null], ['rss', 'website', 'watchlist', 'twitter']],
    ['enabled', ['true', 1, null], [true, false]],
    ['pollIntervalMinutes', [0, -1, 1.5, 43_201, '60', Number.NaN], [1, 43_200, null]],
    ['pollDelaySeconds', [-0.1, 3601, '1', Number.POSITIVE_INFINITY], [0, 0.5, 3600, null]],
    ['maxBackoffHours', [0, 0.5, 721, '24'], [1, 720, null]],
    ['maxFailures', [0, 1.5, 1001, '5'], [1, 1000, null]],
    ['failurePolicy', ['strict', '', 1], ['typed', 'permanent', 'quarantine', null]],
  ])('rejects values outside the limits of %s by name', (field, refused, accepted) => {
    const withValue = (value: unknown) => badFields(newSourceSchema, { name: 'News', [field]: value });
    expect(refused.map(withValue)).toEqual(refused.map(() => [field]));
    expect(accepted.map(withValue)).toEqual(accepted.map(() => []));
  });

  it('reports all mistakes at once', () => {
    const input = {
      name: '',
      feedUrl: 'ftp://x.example',
      pollIntervalMinutes: 0,
      colour: 'red',
      healthEpoch: 4,
    };
    expect(badFields(newSourceSchema, input).sort()).toEqual(
      ['name', 'feedUrl', 'pollIntervalMinutes', 'colour', 'healthEpoch'].sort(),
    );
  });
});

describe('a change of a source', () => {
  it.each([
    ['one field', { enabled: false }, { enabled: false }],
    ['an empty feed URL', { feedUrl: '' }, { feedUrl: null }],
    ['a setting taken back', { pollIntervalMinutes: null }, { pollIntervalMinutes: null }],
  ])('has no defaults, given %s', (_given, patch, expected) => {
    expect(sourcePatchSchema.parse(patch)).toEqual(expected);
  });

  it('is rejected without any field', () => {
    expect(badFields(sourcePatchSchema, {})).toEqual(['(all)']);
  });

  it.each(['status', 'version', 'id', 'ownerId', 'feedDisabledAt', 'healthEpoch'])(
    'rejects %s, which a person cannot set',
    (field) => {
      expect(badFields(sourcePatchSchema, { name: 'News', [field]: 1 })).toEqual([field]);
    },
  );

  it.each(['javascript:alert(1)', 'ftp://x.example/f', 'no scheme'])(
    'rejects the feed URL %j by name',
    (feedUrl) => {
      expect(badFields(sourcePatchSchema, { feedUrl })).toEqual(['feedUrl']);
    },
  );
});

describe('a source in a response', () => {
  const source = sampleSource();

  it('ignores a field that a newer service added', () => {
    expect(sourceSchema.parse({ ...source, mood: 'fine' })).toEqual(source);
  });

  it.each(['id', 'version', 'status', 'healthEpoch', 'feedDisabledAt'] as const)(
    'is rejected without %s',
    (field) => {
      const { [field]: _, ...rest } = source;
      expect(badFields(sourceSchema, rest)).toEqual([field]);
    },
  );
});
