import { describe, expect, it } from '@jest/globals';
import { sampleText } from '../../poll/testing/sample-feed.js';
import { readTwitterTimeline, readTwitterUser } from './x-timeline.js';

const page = (answer: unknown) => sampleText(typeof answer === 'string' ? answer : JSON.stringify(answer));
const user = { id: '11348282', name: 'NASA' };
const timeline = (answer: unknown) => readTwitterTimeline(page(answer), user);

const PROBLEM = 'https://api.twitter.com/2/problems';
const MISSING = `${PROBLEM}/resource-not-found`;
const refusals = [
  [
    'an account that is not there',
    [{ type: MISSING, detail: 'Could not find user with username: [nasa].' }],
    404,
    'X has no account of this name: it was renamed or deleted',
  ],
  [
    'a suspended account',
    [{ type: MISSING, title: 'Forbidden', detail: 'User has been suspended: [nasa].' }],
    404,
    'X has suspended the account',
  ],
  [
    'a protected account',
    [{ type: `${PROBLEM}/not-authorized-for-resource` }],
    403,
    'the posts of the account are protected: only its followers can read them',
  ],
  [
    'an error without a type',
    [{ title: 'Odd' }],
    404,
    'X has no account of this name: it was renamed or deleted',
  ],
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

  it.each(refusals)('says of %s what is wrong', (_given, errors, status, detail) => {
    const fact = { kind: 'status', status, retryAfterAt: null, detail };
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
        oldestId: '1900000000000000001',
        nextToken: null,
        currentName: null,
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

  it("finds the highest and the lowest of ids beyond JavaScript's numbers", () => {
    const ids = ['9007199254740992', '9007199254740993', '9007199254740991'];
    const reading = timeline({ data: ids.map((id) => ({ id, text: id })) });
    expect(reading).toMatchObject({
      value: { newestId: '9007199254740993', oldestId: '9007199254740991' },
    });
  });

  it('drops only the fields that are invalid', () => {
    const data = [{ id: '5', text: 'Words', created_at: 7, entities: { urls: 'x' }, note_tweet: [] }];
    expect(timeline({ data })).toMatchObject({ value: { entries: [{ body: 'Words', publishedAt: null }] } });
  });

  it.each([
    ['no posts', { meta: { result_count: 0 } }],
    ['an empty list', { data: [], meta: { result_count: 0 } }],
  ])('reads no entries from %s', (_given, answer) => {
    const nothing = { entries: [], newestId: null, oldestId: null, nextToken: null, currentName: null };
    expect(timeline(answer)).toEqual({ kind: 'read', value: nothing });
  });

  it.each([
    ['with posts', { data: [{ id: '5', text: 'x' }], meta: { result_count: 1, next_token: 'abc' } }, 'abc'],
    ['whose posts were all left out', { meta: { result_count: 0, next_token: 'abc' } }, 'abc'],
    ['with an odd token', { data: [{ id: '5', text: 'x' }], meta: { next_token: 7 } }, null],
    ['with odd facts about it', { data: [{ id: '5', text: 'x' }], meta: 'x' }, null],
  ])('finds where the next page is, of a page %s', (_given, answer, nextToken) => {
    expect(timeline(answer)).toMatchObject({ kind: 'read', value: { nextToken } });
  });

  it('finds what the account is called now, and names its posts so', () => {
    const users = [
      { id: '7', username: 'esa' },
      { id: user.id, username: 'spaceagency' },
    ];
    expect(timeline({ data: [{ id: '5', text: 'Words' }], includes: { users } })).toMatchObject({
      value: {
        currentName: 'spaceagency',
        entries: [{ author: 'spaceagency', url: 'https://x.com/spaceagency/status/5' }],
      },
    });
  });

  it('keeps the posts that come with errors', () => {
    const answer = { data: [{ id: '5', text: 'Words' }], errors: [{ type: 'about:blank' }] };
    expect(timeline(answer)).toMatchObject({ kind: 'read', value: { newestId: '5' } });
  });

  it.each(refusals)('says of %s what is wrong', (_given, errors, status, detail) => {
    expect(timeline({ errors })).toMatchObject({ kind: 'failed', fact: { status, detail } });
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
