import type { FailureFact } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import type { FetchResult } from '../fetch/ports.js';
import { samplePage } from '../poll/testing/sample-feed.js';
import { inProcessDocuments } from '../reading/testing/in-process.js';
import { createAskRobots, respectRobots } from './ask-robots.js';

const MINUTE = 60_000;
const PAGE = 'https://news.example/blog/page?id=1';
const { signal } = new AbortController();
const served = (text: string): FetchResult => ({ kind: 'page', page: samplePage({ text }), hints: {} });
const answered = (status: number): FetchResult => ({
  kind: 'failed',
  fact: { kind: 'status', status, retryAfterAt: null },
});
const failed = (fact: FailureFact): FetchResult => ({ kind: 'failed', fact });
const FORBIDDEN = served('User-agent: *\nDisallow: /');
const disallowed = {
  kind: 'robots_disallowed',
  detail: 'https://news.example/robots.txt does not allow Feedwarden to read this page',
};

/** A world whose robots.txt is answered so, at a time that can be moved. */
function world(answer: FetchResult) {
  const state = { answer, now: new Date('2026-03-01T12:00:00Z').getTime() };
  const requests: string[] = [];
  const ask = createAskRobots({
    async fetchPage({ url }) {
      requests.push(url);
      return state.answer;
    },
    reader: inProcessDocuments.robots,
    now: () => new Date(state.now),
  });
  return { state, requests, ask: (url = PAGE) => ask(url, signal) };
}

describe('what a robots.txt allows', () => {
  it.each([
    ['nothing', '', null],
    ['all of it', 'User-agent: *\nDisallow:', null],
    ['none of it', 'User-agent: *\nDisallow: /', disallowed],
    ['none of this folder', 'User-agent: *\nDisallow: /blog/', disallowed],
    ['none of another folder', 'User-agent: *\nDisallow: /shop/', null],
    ['a part of what it forbids', 'User-agent: *\nDisallow: /\nAllow: /blog/', null],
    ['what it forbids by a longer rule', 'User-agent: *\nAllow: /blog\nDisallow: /blog/page', disallowed],
    ['us alone', 'User-agent: *\nDisallow: /\n\nUser-agent: feedwarden\nAllow: /', null],
    ['all but us', 'User-agent: FEEDWARDEN/1.0\nDisallow: /\n\nUser-agent: *\nAllow: /', disallowed],
    ['all but another', 'User-agent: Otherbot\nDisallow: /', null],
    ['no queries', 'User-agent: *\nDisallow: /*?', disallowed],
    ['no pages that end so', 'User-agent: *\nDisallow: /*.pdf$', null],
    ['a web page instead', '<!doctype html><p>Not found</p>', null],
  ])('obeys %s', async (_given, text, expected) => {
    expect(await world(served(text)).ask()).toEqual(expected);
  });

  const timeout: FailureFact = { kind: 'timeout', seconds: 30 };
  const unavailable = {
    kind: 'robots_unavailable',
    detail:
      'https://news.example/robots.txt returned 503: pages of this host are not read until it can be read',
  };
  it.each<[given: string, answer: FetchResult, expected: object | null]>([
    ['404', answered(404), null],
    ['403', answered(403), null],
    ['401', answered(401), null],
    ['204', answered(204), null],
    ['429', answered(429), { kind: 'status', status: 429, retryAfterAt: null }],
    ['503', answered(503), unavailable],
    ['a timeout', failed(timeout), timeout],
    ['no host', failed({ kind: 'dns_not_found', detail: 'x' }), { kind: 'dns_not_found', detail: 'x' }],
    ['too much', failed({ kind: 'too_large', detail: 'x' }), null],
    ['redirects without end', failed({ kind: 'too_many_redirects', detail: 'x' }), null],
    ['a way into a private network', failed({ kind: 'blocked_address', detail: 'x' }), null],
  ])('decides about %s', async (_given, answer, expected) => {
    expect(await world(answer).ask()).toEqual(expected);
  });

  it('sends no request for something that is not a web address', async () => {
    const { ask, requests } = world(FORBIDDEN);
    expect(await ask('file:///etc/passwd')).toBeNull();
    expect(requests).toEqual([]);
  });
});

describe('how often it is asked', () => {
  it('asks once a day for all pages of an origin', async () => {
    const { ask, requests, state } = world(answered(404));
    await ask();
    await ask('https://ann:s3cret@news.example/other');
    state.now += 24 * 60 * MINUTE - 1;
    await ask();
    expect(requests).toEqual(['https://news.example/robots.txt']);
    state.now += 1;
    await ask();
    await ask('http://news.example/');
    await ask('https://news.example:8443/');
    expect(requests.slice(1)).toEqual([
      'https://news.example/robots.txt',
      'http://news.example/robots.txt',
      'https://news.example:8443/robots.txt',
    ]);
  });

  it.each([
    ['forbids', FORBIDDEN],
    ['cannot be read', answered(500)],
  ])('asks again soon after one that %s', async (_given, refused) => {
    const { ask, requests, state } = world(refused);
    expect(await ask()).not.toBeNull();
    state.answer = served('');
    state.now += 2 * MINUTE - 1;
    expect(await ask()).not.toBeNull();
    expect(requests).toHaveLength(1);
    state.now += 1;
    expect(await ask()).toBeNull();
    expect(requests).toHaveLength(2);
  });
});

describe('respectRobots', () => {
  const page = served('<p>');
  const request = { url: PAGE, etag: '"one"', lastModified: null };

  it('fetches an allowed page, and asks again where it redirects', async () => {
    const requests: unknown[] = [];
    const mayFollow = async () => null;
    const fetchPage = respectRobots(async (...call) => {
      requests.push(call);
      return page;
    }, mayFollow);
    expect(await fetchPage(request, signal)).toBe(page);
    expect(requests).toEqual([[{ ...request, mayFollow }, signal]]);
  });

  it('does not fetch a disallowed page', async () => {
    const fact: FailureFact = { kind: 'robots_disallowed', detail: 'no' };
    const never = () => Promise.reject(new Error('it was fetched'));
    expect(await respectRobots(never, async () => fact)(request, signal)).toEqual({ kind: 'failed', fact });
  });
});
