import { type SourceType, sourceTypeSchema } from '@feedwarden/contracts';
import { type FailureFact, INITIAL_HEALTH } from '@feedwarden/feed-health';
import type { FetchedPage } from '../../fetch/ports.js';
import type { PageText } from '../../readers/ports.js';
import { completeSettings, type Feed, type FeedSettings } from '../feed.js';
import type { Entry, PollOutcome, Transfer } from '../outcome.js';
import { type HostLease, type RecordedPoll, UNKNOWN_STANDING } from '../ports.js';

export type FeedChanges = Partial<Omit<Feed, 'settings'>> & { settings?: Partial<FeedSettings> };

export const sampleSettings = (changes: Partial<FeedSettings> = {}): FeedSettings =>
  completeSettings({
    name: 'News',
    feedUrl: 'https://news.example/feed',
    pollIntervalMinutes: 60,
    ...changes,
  });

/** A healthy feed that was polled before, as tests need one. */
export function sampleFeed({ settings, ...changes }: FeedChanges = {}): Feed {
  return {
    sourceId: '00000000-8f2b-4a55-9a53-2f7a5d0c9a11',
    version: 3,
    settings: sampleSettings(settings),
    host: 'news.example',
    enabled: true,
    sourceCreatedAt: new Date('2026-02-01T00:00:00Z'),
    feedSwitch: null,
    quarantinedAt: null,
    healthEpoch: 1,
    pollSeq: 7,
    health: {
      ...INITIAL_HEALTH,
      lastPolledAt: new Date('2026-03-01T11:00:00Z'),
      lastSuccessAt: new Date('2026-03-01T11:00:00Z'),
    },
    startAt: null,
    notBefore: null,
    freshUntil: null,
    rhythm: null,
    generator: null,
    move: null,
    proposal: null,
    etag: '"one"',
    lastModified: null,
    wireHash: 'wire-one',
    bodyHash: 'hash-one',
    readerMemory: null,
    finding: null,
    ...changes,
  };
}

export function sampleEntry(changes: Partial<Entry> = {}): Entry {
  return {
    guid: 'entry-1',
    url: 'https://news.example/1',
    title: 'One',
    body: 'The first.',
    contentHtml: null,
    author: null,
    publishedAt: null,
    contentHash: 'content-hash-1',
    ...changes,
  };
}

export function samplePage({
  text = '<rss/>',
  ...changes
}: Partial<FetchedPage> & { text?: string } = {}): FetchedPage {
  return {
    url: 'https://news.example/feed',
    contentType: 'application/rss+xml',
    body: {
      bytes: Buffer.from(text),
      encoding: null,
      isFramed: true,
      limits: { maxBytes: 10_000_000, maxRatio: 200 },
    },
    wireHash: 'wire-two',
    etag: '"two"',
    lastModified: 'Sun, 01 Mar 2026 11:30:00 GMT',
    ...changes,
  };
}

/** The text of a page, as what reads it gets it. */
export function sampleText(text: string, changes: Partial<PageText> = {}): PageText {
  return { url: 'https://news.example/page', contentType: 'text/html', text, ...changes };
}

export const sampleTransfer: Transfer = { statusCode: 200, bytes: 6 };

export const unchangedPoll: PollOutcome = { kind: 'unchanged', validators: null, ...sampleTransfer };

/** What recording this outcome of a healthy feed gives back. */
export function recordedPoll(changes: Partial<RecordedPoll> = {}): RecordedPoll {
  return {
    feed: sampleFeed(),
    outcome: unchangedPoll,
    error: null,
    blame: null,
    incidentId: null,
    verdicts: [],
    newPosts: 0,
    ...changes,
  };
}

export function sampleLease(changes: Partial<HostLease> = {}): HostLease {
  return {
    host: 'news.example',
    fence: 1,
    lost: new AbortController().signal,
    isTakenOver: false,
    suspects: [],
    turn: { standing: UNKNOWN_STANDING, polled: new Set(), isOver: false },
    ...changes,
  };
}

/** The outcome of a poll that met this fact, or this status. */
export function failedPoll(fact: FailureFact | number): PollOutcome {
  const met: FailureFact =
    typeof fact === 'number' ? { kind: 'status', status: fact, retryAfterAt: null } : fact;
  return { kind: 'failed', fact: met, ...sampleTransfer };
}

/** One reader for every type of source. */
export const forEveryType = <Reader>(reader: Reader): Record<SourceType, Reader> =>
  Object.fromEntries(sourceTypeSchema.options.map((type) => [type, reader])) as Record<SourceType, Reader>;
