import { describe, expect, it } from '@jest/globals';
import { sampleText } from '../../poll/testing/sample-feed.js';
import { readTwitterTimeline, readTwitterUser, tweetText } from './x-timeline.js';

const page = (answer: unknown) => sampleText(typeof answer === 'string' ? answer : JSON.stringify(answer));
const user = { id: '11348282', name: 'NASA' };
const timeline = (answer: unknown) => readTwitterTimeline(page(answer), user);

const PROBLEM = 'https://api.twitter.com/2/problems';
const refusals = [
  ['an account that is not there', [{ type: `${PROBLEM}/resource-not-found` }], 404],
  ['a suspended account', [{ type: `${PROBLEM}/resource-not-found`, title: 'Forbidden' }], 404],
  ['a protected account', [{ type: `${PROBLEM}/not-authorized-for-resource` }], 403],
  ['an error without a type', [{ title: 'Odd' }], 404],
] as const;

const malformed = [
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['a list', []],
  ['an empty object', {}],
  ['no errors and no data', { errors: [] }],
  ['data of another kind', { data: 'x' }],
] as const;

describe('readTwitterUser', () => {
  it('reads the id and the name of an account', () => {
    const answer = { data: { id: '11348282', name: 'National Aeronautics', username: 'NASA' } };
    expect(readTwitterUser(page(answer))).toEqual({ kind: 'read', value: user });
  });

  it.each(refusals)('reports %s as a status', (_given, errors, status) => {
    const fact = { kind: 'status', status, retryAfterAt: null };
    expect(readTwitterUser(page({ errors }))).toEqual({ kind: 'failed', fact });
  });

  it.each([
    ...malformed,
    ['an id that leads elsewhere', { data: { id: '1/../2', username: 'NASA' } }],
    ['no name', { data: { id: '1' } }],
  ])('rejects %s as malformed', (_given, answer) => {
    expect(readTwitterUser(page(answer))).toMatchObject({ kind: 'failed', fact: { kind: 'malformed' } });
  });
});

describe('readTwitterTimeline', () => {
  it('makes an entry of a post', () => {
    const data = [
      { id: '1900000000000000001', text: 'Hello &amp; welcome', created_at: '2026-03-01T10:00:00.000Z' },
    ];
    expect(timeline({ data, meta: { result_count: 1 } })).toEqual({
      kind: 'read',
      value: {
        newestId: '1900000000000000001',
        entries: [
          {
            guid: 'https://x.com/NASA/status/1900000000000000001',
            url: 'https://x.com/NASA/status/1900000000000000001',
            title: null,
            body: 'Hello & welcome',
            contentHtml: null,
            author: 'NASA',
            publishedAt: new Date('2026-03-01T10:00:00.000Z'),
            contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
      },
    });
  });

  it('keeps the whole of a long post, with its own links', () => {
    const urls = [{ url: 'https://t.co/a', expanded_url: 'https://news.example/long' }];
    const note_tweet = { text: 'The whole story: https://t.co/a', entities: { urls } };
    const reading = timeline({ data: [{ id: '5', text: 'The whole…', note_tweet }] });
    expect(reading).toMatchObject({
      value: { entries: [{ body: 'The whole story: https://news.example/long', publishedAt: null }] },
    });
  });

  it("finds the highest of ids beyond JavaScript's numbers", () => {
    const ids = ['999', '9007199254740992', '9007199254740993', '9007199254740991'];
    const reading = timeline({ data: ids.map((id) => ({ id, text: id })) });
    expect(reading).toMatchObject({ value: { newestId: '9007199254740993' } });
  });

  it('drops only the fields that are invalid', () => {
    const data = [{ id: '5', text: 'Words', created_at: 7, entities: { urls: 'x' }, note_tweet: [] }];
    expect(timeline({ data })).toMatchObject({ value: { entries: [{ body: 'Words', publishedAt: null }] } });
  });

  it.each([
    ['no posts', { meta: { result_count: 0 } }],
    ['an empty list', { data: [], meta: { result_count: 0 } }],
  ])('reads no entries from %s', (_given, answer) => {
    expect(timeline(answer)).toEqual({ kind: 'read', value: { entries: [], newestId: null } });
  });

  it('keeps the posts that come with errors', () => {
    const answer = { data: [{ id: '5', text: 'Words' }], errors: [{ type: 'about:blank' }] };
    expect(timeline(answer)).toMatchObject({ kind: 'read', value: { newestId: '5' } });
  });

  it.each(refusals)('reports %s as a status', (_given, errors, status) => {
    expect(timeline({ errors })).toMatchObject({ kind: 'failed', fact: { status } });
  });

  it.each([
    ...malformed,
    ['posts that are announced but not there', { meta: { result_count: 3 } }],
    ['an id that is none', { data: [{ id: 'abc', text: 'x' }] }],
    ['a post without text', { data: [{ id: '5' }] }],
  ])('rejects %s as malformed', (_given, answer) => {
    expect(timeline(answer)).toMatchObject({ kind: 'failed', fact: { kind: 'malformed' } });
  });
});

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
  ])('reads %s: %j becomes %j', (_given, text, expected) => {
    expect(tweetText({ text, entities: { urls } })).toBe(expected);
  });

  it('leaves links unchanged without entities', () => {
    expect(tweetText({ text: 'https://t.co/aaa', entities: null })).toBe('https://t.co/aaa');
  });
});
