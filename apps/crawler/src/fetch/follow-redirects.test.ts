import { Readable } from 'node:stream';
import type { OpenResponse } from '@feedwarden/guarded-fetch';
import { describe, expect, it } from '@jest/globals';
import { followRedirects } from './follow-redirects.js';

type Hop = [status: number, location: string];

/** Follows these redirects from `first`; tells what was asked, and where the page lives now. */
async function follow(first: string, hops: Hop[]) {
  const asked: string[] = [];
  const { movedTo } = await followRedirects(new URL(first), async (url): Promise<OpenResponse> => {
    const [status, location] = hops[asked.length] ?? [200];
    asked.push(url.href);
    return {
      url,
      status,
      headers: location ? { location } : {},
      body: Readable.from([]),
      close: () => {},
    };
  });
  return { asked, movedTo };
}

/** The URL that is asked second. */
const followed = async (first: string, location: string) => (await follow(first, [[301, location]])).asked[1];

describe('followRedirects', () => {
  it.each([
    ['a path', 'http://a.test/x/feed', '../y', 'http://a.test/y'],
    ['a path in UTF-8', 'http://a.test/', Buffer.from('/é').toString('latin1'), 'http://a.test/%C3%A9'],
    ['the same host', 'http://me:pw@a.test/', '/y', 'http://me:pw@a.test/y'],
    ['the same host, made secure', 'http://me:pw@a.test/', 'https://a.test/', 'https://me:pw@a.test/'],
    ['the same host, in clear', 'https://me:pw@a.test/', 'http://a.test/', 'http://a.test/'],
    ['another host', 'https://me:pw@a.test/', 'https://b.test/', 'https://b.test/'],
    ['another port', 'https://me:pw@a.test/', 'https://a.test:8443/', 'https://a.test:8443/'],
    ['a subdomain', 'https://me:pw@a.test/', 'https://www.a.test/', 'https://www.a.test/'],
  ])('follows a redirect to %s: from %s to %s requests %s', async (_given, first, location, expected) => {
    expect(await followed(first, location)).toBe(expected);
  });

  it.each(['ftp://a.test/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://', 'http://a b/'])(
    'refuses a redirect to %j',
    async (location) => {
      await expect(followed('http://a.test/', location)).rejects.toMatchObject({
        fact: { kind: 'invalid_url' },
      });
    },
  );
});

describe('where a page lives for good', () => {
  const LONG = `http://b.test/${'x'.repeat(2048)}`;

  it.each<[given: string, first: string, hops: Hop[], expected: string]>([
    ['moved permanently', 'http://a.test/', [[301, 'http://b.test/']], 'http://b.test/'],
    ['permanently redirected', 'http://a.test/', [[308, '/new']], 'http://a.test/new'],
    [
      'moved twice',
      'http://a.test/',
      [
        [301, 'https://a.test/'],
        [308, 'https://b.test/'],
      ],
      'https://b.test/',
    ],
    [
      'moved, and away for today',
      'http://a.test/',
      [
        [301, 'http://b.test/'],
        [302, 'http://c.test/'],
        [301, 'http://d.test/'],
      ],
      'http://b.test/',
    ],
    ['moved to a part of a page', 'http://a.test/', [[301, 'http://b.test/#top']], 'http://b.test/'],
    ['moved with its credentials', 'http://me:pw@a.test/', [[301, '/new']], 'http://me:pw@a.test/new'],
    ['moved without them', 'http://me:pw@a.test/', [[301, 'http://b.test/']], 'http://b.test/'],
  ])('reports where a page lives that has %s from %s', async (_given, first, hops, expected) => {
    expect((await follow(first, hops)).movedTo).toBe(expected);
  });

  it.each<[given: string, hops: Hop[]]>([
    ['no redirect', []],
    ['a redirect for now', [[302, 'http://b.test/']]],
    ['another one', [[307, 'http://b.test/']]],
    ['a look elsewhere', [[303, 'http://b.test/']]],
    [
      'a move behind a redirect for now',
      [
        [302, 'http://b.test/'],
        [301, 'http://c.test/'],
      ],
    ],
    [
      'a round trip',
      [
        [301, 'http://b.test/'],
        [301, 'http://a.test/'],
      ],
    ],
    ['a part of the same page', [[301, '/#top']]],
    ['credentials from somebody else', [[301, 'http://me:pw@b.test/']]],
    ['an address that nobody could store', [[301, LONG]]],
  ])('keeps the address after %s', async (_given, hops) => {
    expect((await follow('http://a.test/', hops)).movedTo).toBeNull();
  });
});
