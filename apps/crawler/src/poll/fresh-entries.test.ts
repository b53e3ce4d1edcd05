import { INITIAL_HEALTH } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import { freshEntries } from './fresh-entries.js';
import { sampleEntry, sampleFeed } from './testing/sample-feed.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const FIRST_POLL = { health: INITIAL_HEALTH };

describe('freshEntries', () => {
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
    expect(freshEntries([entry], feed, 7, NOW)).toEqual(kept ? [entry] : []);
  });

  it.each([
    { given: 'before the source', published: '2026-03-09T23:59:59Z', created: '2026-03-10', kept: false },
    {
      given: 'at the very time of the source',
      published: '2026-03-10T00:00:00Z',
      created: '2026-03-10',
      kept: true,
    },
    { given: 'after the source', published: '2026-03-10T00:00:01Z', created: '2026-03-10', kept: true },
    {
      given: 'after the source but too old',
      published: '2026-02-01T00:00:00Z',
      created: '2026-01-01',
      kept: false,
    },
    { given: 'at no known time', published: null, created: '2026-03-10', kept: true },
  ])('keeps an entry published $given in the first poll: $kept', ({ published, created, kept }) => {
    const entry = sampleEntry({ publishedAt: published === null ? null : new Date(published) });
    const feed = sampleFeed({ ...FIRST_POLL, sourceCreatedAt: new Date(created) });
    expect(freshEntries([entry], feed, 7, NOW)).toEqual(kept ? [entry] : []);
  });

  it('applies another age limit and keeps the order', () => {
    const [newest, old, undated] = [
      sampleEntry({ guid: 'newest', publishedAt: new Date('2026-03-10T00:00:00Z') }),
      sampleEntry({ guid: 'old', publishedAt: new Date('2026-03-08T00:00:00Z') }),
      sampleEntry({ guid: 'undated' }),
    ];
    expect(freshEntries([undated, old, newest], sampleFeed(), 1, NOW)).toEqual([undated, newest]);
  });
});
