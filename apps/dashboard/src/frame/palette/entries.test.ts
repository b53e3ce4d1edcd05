import { expect, it } from '@jest/globals';
import { activityQuery, readActivitySearch } from '../../activity/activity-search.js';
import { hostOf, withScheme } from '../../add/addresses.js';
import { browserWords } from '../../settings/browser-words.js';
import { fitting } from './entries.js';

const entries = ['Overview', 'Add a source', 'Import OPML', 'Dark theme'].map((word) => ({ word }));

it.each([
  ['', 4],
  ['a so', 1],
  ['OPML', 1],
  ['theme dark', 1],
  ['view', 0],
])('the palette finds for %j %d entries', (text, count) =>
  expect(fitting(entries, text)).toHaveLength(count),
);

it.each([
  ['example.org/feed', 'https://example.org/feed', 'example.org'],
  ['http://example.org:8080', 'http://example.org:8080', 'example.org:8080'],
  ['not a host', 'https://not a host', 'not a host'],
])('takes %j as the address %j at %j', (given, url, host) => {
  expect(withScheme(given)).toBe(url);
  expect(hostOf(given)).toBe(host);
});

it.each([
  [null, 'An unknown browser'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1', 'Safari on iPhone'],
  ['curl/8', 'curl/8'],
])('calls the browser %j %j', (userAgent, words) => expect(browserWords(userAgent)).toBe(words));

it('reads the filters of Activity, and asks by them', () => {
  const search = readActivitySearch({ actor: 'ada', action: 'moved', since: 'day', until: 'x' });
  expect(search).toEqual({ actor: 'ada', action: 'moved', since: 'day' });
  expect(activityQuery(search, new Date('2026-02-05T12:00:00Z'))).toEqual({
    actor: 'ada',
    action: 'moved',
    since: '2026-02-04T12:00:00.000Z',
  });
  expect(readActivitySearch({ action: 'toString', since: 'valueOf', actor: 7 })).toEqual({});
});
