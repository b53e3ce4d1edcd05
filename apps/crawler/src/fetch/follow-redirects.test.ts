import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { followRedirects } from './follow-redirects.js';
import type { Answer } from './open-answer.js';

/** Follows one redirect from `first` to `location`; gives the URL that was asked second. */
async function followed(first: string, location: string): Promise<string> {
  const asked: URL[] = [];
  await followRedirects(new URL(first), async (url): Promise<Answer> => {
    asked.push(url);
    const isFirst = asked.length === 1;
    const headers = isFirst ? { location } : {};
    return {
      url,
      status: isFirst ? 301 : 200,
      headers,
      body: Readable.from([]),
      wireBytes: () => 0,
      close: () => {},
    };
  });
  return asked[1]?.href ?? '';
}

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
  ])(
    'Given a redirect to %s, When %s is sent to %s, Then %s is asked',
    async (_given, first, location, expected) => {
      expect(await followed(first, location)).toBe(expected);
    },
  );

  it.each(['ftp://a.test/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://', 'http://a b/'])(
    'Given a redirect to %j, When it is followed, Then it is refused',
    async (location) => {
      await expect(followed('http://a.test/', location)).rejects.toMatchObject({
        fact: { kind: 'invalid_url' },
      });
    },
  );
});
