import type { sources } from '../src/sources/schema.js';

type NewRow = typeof sources.$inferInsert;

/** A row as it could be in the database; what matters to a test is given. */
export const sampleSource = (given: Partial<NewRow> = {}): NewRow => ({
  name: 'News',
  type: 'rss',
  feedUrl: 'https://news.example/feed',
  enabled: true,
  articleSelector: null,
  aggregate: null,
  ownerId: 'tester',
  changeSeq: 1,
  ...given,
});

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
