import { INITIAL_HEALTH } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import { fingerprintBasis, judgeEntries } from './judge-entries.js';
import { sampleEntry, sampleFeed } from './testing/sample-feed.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const NEVER_POLLED = { health: INITIAL_HEALTH };
const ONLY_FAILED = {
  health: { ...INITIAL_HEALTH, consecutiveFailures: 2, lastPolledAt: new Date('2026-03-10T10:00:00Z') },
};
const NOTHING = { fresh: [], skipped: [] };

describe('judgeEntries', () => {
  it.each([
    { given: 'just published', published: '2026-03-10T11:59:00Z', created: '2026-01-01', kept: true },
    {
      given: 'to be published tomorrow',
      published: '2026-03-11T12:00:00Z',
      created: '2026-01-01',
      kept: true,
    },
    { given: 'exactly 7 days old', published: '2026-03-03T12:00:00Z', created: '2026-01-01', kept: true },
    {
      given: '7 days and a moment old',
      published: '2026-03-03T11:59:59.999Z',
      created: '2026-01-01',
      kept: false,
    },
    { given: 'older than the source', published: '2026-03-09T00:00:00Z', created: '2026-03-10', kept: true },
    { given: 'without a date', published: null, created: '2026-03-10', kept: true },
  ])('keeps an entry $given in a later poll: $kept', ({ published, created, kept }) => {
    const entry = sampleEntry({ publishedAt: published === null ? null : new Date(published) });
    const feed = sampleFeed({ sourceCreatedAt: new Date(created) });
    expect(judgeEntries([entry], feed, 7, NOW)).toEqual(kept ? { ...NOTHING, fresh: [entry] } : NOTHING);
  });

  it.each([
    { given: 'before the source', published: '2026-03-09T23:59:59Z', created: '2026-03-10', is: 'skipped' },
    {
      given: 'at the very time of the source',
      published: '2026-03-10T00:00:00Z',
      created: '2026-03-10',
      is: 'fresh',
    },
    { given: 'after the source', published: '2026-03-10T00:00:01Z', created: '2026-03-10', is: 'fresh' },
    {
      given: 'after the source but too old',
      published: '2026-02-01T00:00:00Z',
      created: '2026-01-01',
      is: 'neither',
    },
    {
      given: 'before the source and too old',
      published: '2026-02-01T00:00:00Z',
      created: '2026-03-10',
      is: 'neither',
    },
    { given: 'at no known time', published: null, created: '2026-03-10', is: 'fresh' },
  ])(
    'takes an entry published $given as $is until the first successful poll',
    ({ published, created, is }) => {
      const entry = sampleEntry({ publishedAt: published === null ? null : new Date(published) });
      for (const before of [NEVER_POLLED, ONLY_FAILED]) {
        const feed = sampleFeed({ ...before, sourceCreatedAt: new Date(created) });
        const expected = is === 'neither' ? NOTHING : { ...NOTHING, [is]: [entry] };
        expect(judgeEntries([entry], feed, 7, NOW)).toEqual(expected);
      }
    },
  );

  it('applies another age limit and keeps the order', () => {
    const [newest, old, undated] = [
      sampleEntry({ guid: 'newest', publishedAt: new Date('2026-03-10T00:00:00Z') }),
      sampleEntry({ guid: 'old', publishedAt: new Date('2026-03-08T00:00:00Z') }),
      sampleEntry({ guid: 'undated' }),
    ];
    expect(judgeEntries([undated, old, newest], sampleFeed(), 1, NOW)).toEqual({
      ...NOTHING,
      fresh: [undated, newest],
    });
  });
});

describe('fingerprintBasis', () => {
  const feed = sampleFeed();
  const basis = fingerprintBasis(feed, 7, NOW);
  const week = 7 * 86_400_000;

  it('stays the same for a while, given the same response', () => {
    expect(
      fingerprintBasis(sampleFeed({ pollSeq: 99, etag: '"two"' }), 7, new Date(NOW.getTime() + 60_000)),
    ).toBe(basis);
  });

  it.each([
    ['another response', fingerprintBasis({ ...feed, bodyHash: 'hash-two' }, 7, NOW)],
    ['a fresh start', fingerprintBasis({ ...feed, healthEpoch: 2 }, 7, NOW)],
    ['another age limit', fingerprintBasis(feed, 8, NOW)],
    ['another week', fingerprintBasis(feed, 7, new Date(NOW.getTime() + week))],
  ])('changes with %s', (_what, other) => {
    expect(other).not.toBe(basis);
  });

  it('does not begin the week of all feeds at once', () => {
    const other = { ...feed, sourceId: `8${feed.sourceId.slice(1)}` };
    const days = Array.from({ length: 7 }, (_, day) => new Date(NOW.getTime() + day * 86_400_000));
    const changes = (one: typeof feed) =>
      days.findIndex((day) => fingerprintBasis(one, 7, day) !== fingerprintBasis(one, 7, NOW));
    expect(changes(feed)).not.toBe(changes(other));
  });
});
