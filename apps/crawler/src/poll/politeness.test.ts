import { describe, expect, it } from '@jest/globals';
import { pollDelaySeconds } from './politeness.js';
import { sampleFeed } from './testing/sample-feed.js';

const HOST = { 'news.example': 3 };
const TYPE = { rss: 5 };

const mapOf = (record: object) => new Map<string, number>(Object.entries(record));

describe('pollDelaySeconds', () => {
  it.each([
    { given: 'all three', source: 2, byHost: HOST, byType: TYPE, expected: 2 },
    { given: 'a source that wants none', source: 0, byHost: HOST, byType: TYPE, expected: 0 },
    { given: 'host and type', source: null, byHost: HOST, byType: TYPE, expected: 3 },
    {
      given: 'a host that wants none',
      source: null,
      byHost: { 'news.example': 0 },
      byType: TYPE,
      expected: 0,
    },
    { given: 'only the type', source: null, byHost: {}, byType: TYPE, expected: 5 },
    { given: 'another host', source: null, byHost: { 'other.example': 9 }, byType: {}, expected: 0 },
    { given: 'nothing', source: null, byHost: {}, byType: {}, expected: 0 },
  ])('is $expected s given $given', ({ source, byHost, byType, expected }) => {
    expect(
      pollDelaySeconds(sampleFeed({ settings: { pollDelaySeconds: source } }), {
        byHost: mapOf(byHost),
        byType: mapOf(byType),
      }),
    ).toBe(expected);
  });
});
