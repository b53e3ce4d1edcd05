import type { FailureFact } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import type { FetchRequest, FetchResult } from '../../fetch/ports.js';
import type { Feed } from '../../poll/feed.js';
import { type FeedChanges, sampleEntry, sampleFeed, samplePage } from '../../poll/testing/sample-feed.js';
import { createWatchlistReader, type LinksReading } from './watchlist-reader.js';

const LIST = 'https://news.example/blog';
const listPage = samplePage({ url: LIST, text: 'x'.repeat(100) });
const link = (name: string | number) => `https://news.example/${name}`;
const notFound: FailureFact = { kind: 'status', status: 404, retryAfterAt: null };
const tooMany: FailureFact = { kind: 'status', status: 429, retryAfterAt: null };
const FRESH = { freshUntil: new Date('2026-03-01T15:00:00Z') };
const READ_AGAIN = { etag: null, lastModified: null, wireHash: '', bodyHash: '' };
const READ = {
  etag: listPage.etag,
  lastModified: listPage.lastModified,
  wireHash: 'wire-two',
  bodyHash: 'hash-two',
};

interface World {
  list: FetchResult;
  links: LinksReading;
  known: string[];
  /** Instead of an article of ten bytes. */
  answers: Record<string, FetchResult>;
  notHtml: string[];
  stopAt: string | null;
}

/** A site with a list of these articles, and what was done to it. */
function site(names: (string | number)[], changes: Partial<World> = {}) {
  const world: World = {
    list: { kind: 'page', page: listPage, hints: {} },
    links: { kind: 'links', urls: names.map(link), bodyHash: 'hash-two' },
    known: [],
    answers: {},
    notHtml: [],
    stopAt: null,
    ...changes,
  };
  const done: string[] = [];
  const requests: FetchRequest[] = [];
  const selectors: (string | null)[] = [];
  const stop = new AbortController();
  const read = createWatchlistReader({
    async fetchPage(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      done.push(`fetch ${request.url}`);
      if (request.url === world.stopAt) stop.abort();
      if (request.url === LIST) return world.list;
      const page = samplePage({ url: `${request.url}?moved`, text: 'ten bytes.' });
      return world.answers[request.url] ?? { kind: 'page', page, hints: {} };
    },
    async findArticleLinks(_page, { selector }) {
      selectors.push(selector);
      return world.links;
    },
    async readArticle({ url }) {
      return world.notHtml.some((one) => url.startsWith(one)) ? null : sampleEntry({ guid: url, url });
    },
    async unknownGuids(_sourceId, guids) {
      return guids.filter((guid) => !world.known.includes(guid)).reverse();
    },
    async pause() {
      done.push('pause');
    },
  });
  const poll = ({ settings, ...feed }: FeedChanges = {}) =>
    read(sampleFeed({ settings: { feedUrl: LIST, ...settings }, ...feed }), stop.signal);
  return { world, poll, done, requests, selectors };
}

const guidsOf = (result: Awaited<ReturnType<ReturnType<typeof site>['poll']>>) =>
  result.kind === 'stored' ? result.entries.map(({ guid }) => guid) : result.kind;

describe('watchlistReader', () => {
  it('fetches only the new links, in the order of the page', async () => {
    const { poll, done } = site(['a', 'b', 'c'], { known: [link('b')] });
    const result = await poll();
    expect(guidsOf(result)).toEqual([link('a'), link('c')]);
    expect(result).toMatchObject({ statusCode: 200, bytes: 120, validators: READ });
    expect(done).toEqual([`fetch ${LIST}`, 'pause', `fetch ${link('a')}`, 'pause', `fetch ${link('c')}`]);
  });

  it('keeps the link as guid and the new address as URL of an article that moved', async () => {
    const result = await site(['a']).poll();
    expect(result).toMatchObject({ entries: [{ guid: link('a'), url: `${link('a')}?moved` }] });
  });

  it('makes a conditional request only for the list', async () => {
    const { poll, requests } = site(['a']);
    await poll({ etag: '"one"', lastModified: 'Sunday' });
    expect(requests).toEqual([
      { url: LIST, etag: '"one"', lastModified: 'Sunday' },
      { url: link('a'), etag: null, lastModified: null },
    ]);
  });

  it.each<[string, FetchResult, object]>([
    [
      '304',
      { kind: 'not_modified', hints: FRESH },
      { kind: 'unchanged', validators: null, hints: FRESH, statusCode: 304, bytes: 0 },
    ],
    [
      'the same list again',
      { kind: 'page', page: { ...listPage, wireHash: 'wire-one' }, hints: FRESH },
      {
        kind: 'unchanged',
        validators: { ...READ, wireHash: 'wire-one', bodyHash: 'hash-one' },
        hints: FRESH,
        statusCode: 200,
        bytes: 100,
      },
    ],
    [
      'a list that is not there',
      { kind: 'failed', fact: notFound },
      { kind: 'failed', fact: notFound, statusCode: 404, bytes: 0 },
    ],
    [
      'a list that takes too long',
      { kind: 'failed', fact: { kind: 'timeout', seconds: 30 } },
      { kind: 'failed', fact: { kind: 'timeout', seconds: 30 }, statusCode: 0, bytes: 0 },
    ],
  ])('fetches no article after %s', async (_given, list, expected) => {
    const { poll, requests } = site(['a'], { list });
    expect(await poll({ bodyHash: 'hash-one' })).toEqual(expected);
    expect(requests).toHaveLength(1);
  });

  it('fails the poll when the selector is invalid', async () => {
    const fact: FailureFact = { kind: 'malformed', detail: 'the selector "a[" cannot be used' };
    const { poll, selectors } = site([], { links: { kind: 'failed', fact } });
    expect(await poll({ settings: { articleSelector: 'a[' } })).toEqual({
      kind: 'failed',
      fact,
      statusCode: 200,
      bytes: 100,
    });
    expect(selectors).toEqual(['a[']);
  });

  it('leaves the articles beyond the limit of one poll to the next polls', async () => {
    const names = Array.from({ length: 45 }, (_, index) => index);
    const { world, poll } = site(names);
    const counts: number[] = [];
    const validators: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      const result = await poll();
      if (result.kind !== 'stored') throw new Error(result.kind);
      world.known.push(...result.entries.map(({ guid }) => guid));
      counts.push(result.entries.length);
      validators.push(result.validators);
    }
    expect(counts).toEqual([20, 20, 5, 0]);
    expect(validators).toEqual([READ_AGAIN, READ_AGAIN, READ, READ]);
  });

  it('keeps the other articles when some fail, and reads the list again', async () => {
    const { poll } = site(['a', 'gone', 'slow', 'pdf', 'z'], {
      answers: {
        [link('gone')]: { kind: 'failed', fact: notFound },
        [link('slow')]: { kind: 'failed', fact: { kind: 'timeout', seconds: 30 } },
      },
      notHtml: [link('pdf')],
    });
    const result = await poll();
    expect(guidsOf(result)).toEqual([link('a'), link('z')]);
    expect(result).toMatchObject({ validators: READ_AGAIN, hints: { freshUntil: null } });
  });

  it('gives an article up after three failures', async () => {
    const { poll, requests } = site(['gone'], {
      answers: { [link('gone')]: { kind: 'failed', fact: notFound } },
    });
    let readerMemory: Feed['readerMemory'] = null;
    const validators: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      const result = await poll({ readerMemory });
      if (result.kind !== 'stored') throw new Error(result.kind);
      readerMemory = result.memory ?? null;
      validators.push(result.validators);
    }
    expect(requests.filter(({ url }) => url === link('gone'))).toHaveLength(3);
    expect(validators).toEqual([READ_AGAIN, READ_AGAIN, READ, READ, READ]);
  });

  it('gives an article up at once when robots.txt disallows it, without failing the poll', async () => {
    const fact: FailureFact = { kind: 'robots_disallowed', detail: 'no' };
    const { poll } = site(['a', 'no'], { answers: { [link('no')]: { kind: 'failed', fact } } });
    const result = await poll();
    expect(guidsOf(result)).toEqual([link('a')]);
    expect(result).toMatchObject({
      validators: READ,
      memory: { articles: JSON.stringify({ [link('a')]: 3, [link('no')]: 3 }) },
    });
  });

  it('does not read an article again that never became a post', async () => {
    const { poll, requests } = site(['old']);
    const first = await poll();
    const second = await poll({ readerMemory: (first.kind === 'stored' && first.memory) || null });
    expect(guidsOf(second)).toEqual([]);
    expect(requests.filter(({ url }) => url === link('old'))).toHaveLength(1);
  });

  it('forgets links that are gone or known', async () => {
    const articles = JSON.stringify({ [link('left')]: 2, [link('known')]: 3, [link('here')]: 3 });
    const { poll } = site(['known', 'here'], { known: [link('known')] });
    const result = await poll({ readerMemory: { articles } });
    expect(result).toMatchObject({ memory: { articles: JSON.stringify({ [link('here')]: 3 }) } });
  });

  it.each(['no JSON', 'null', '7', '[]'])('starts afresh with a memory of %s', async (articles) => {
    expect(guidsOf(await site(['a']).poll({ readerMemory: { articles } }))).toEqual([link('a')]);
  });

  it.each([
    [null, 'the page has no links to articles, where there were 2 before'],
    ['h2 a', 'the selector "h2 a" finds no links to articles, where there were 2 before'],
  ])('fails when a list that had links has none, given the selector %s', async (articleSelector, detail) => {
    const { world, poll } = site(['a', 'b']);
    const first = await poll();
    const readerMemory = (first.kind === 'stored' && first.memory) || null;
    world.links = { kind: 'links', urls: [], bodyHash: 'hash-three' };
    const lost = { kind: 'failed', fact: { kind: 'no_links', detail }, statusCode: 200, bytes: 100 };
    expect(await poll({ readerMemory, settings: { articleSelector } })).toEqual(lost);
  });

  it('succeeds without entries on a list that has never had a link', async () => {
    const { poll } = site([]);
    const first = await poll();
    expect(first).toMatchObject({ kind: 'stored', entries: [], validators: READ });
    const readerMemory = (first.kind === 'stored' && first.memory) || null;
    expect(await poll({ readerMemory })).toMatchObject({ kind: 'stored', entries: [] });
  });

  it('stops reading articles after a 429, without failing the poll', async () => {
    const { poll, requests } = site(['a', 'b', 'c'], {
      answers: { [link('b')]: { kind: 'failed', fact: tooMany } },
    });
    const result = await poll();
    expect(guidsOf(result)).toEqual([link('a')]);
    expect(requests).toHaveLength(3);
    expect(result).toMatchObject({
      validators: READ_AGAIN,
      memory: { articles: JSON.stringify({ [link('a')]: 3 }) },
    });
  });

  it('fetches nothing more after a stop', async () => {
    const { poll, requests } = site(['a', 'b', 'c'], { stopAt: link('a') });
    await expect(poll()).rejects.toThrow('abort');
    expect(requests.map(({ url }) => url)).toEqual([LIST, link('a')]);
  });
});
