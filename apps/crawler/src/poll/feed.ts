import type { PolicyName, SourceType } from '@feedwarden/contracts';
import type { FeedMove, FreshnessHints, PollHealth, SourceSwitches } from '@feedwarden/feed-health';
import type { ReaderMemory } from './outcome.js';
import { parseUrl } from './web-url.js';

/**
 * A source as the crawler knows it: what source-manager says about it, and what the polls so far have shown. Its
 * switches are as they will be once source-manager has all our commands.
 */
export interface Feed extends SourceSwitches, FreshnessHints {
  sourceId: string;
  name: string;
  version: number;
  /** null: there is nothing to poll yet. */
  url: string | null;
  host: string;
  type: SourceType;
  sourceCreatedAt: Date;
  pollIntervalMinutes: number | null;
  pollDelaySeconds: number | null;
  maxBackoffHours: number | null;
  articleSelector: string | null;
  aggregate: boolean | null;
  failurePolicy: PolicyName | null;
  maxFailures: number | null;
  healthEpoch: number;
  /** How many polls have been recorded: a poll that finds another number than it started with is recorded already. */
  pollSeq: number;
  health: PollHealth;
  startAt: Date | null;
  notBefore: Date | null;
  move: FeedMove | null;
  etag: string | null;
  lastModified: string | null;
  bodyHash: string | null;
  readerMemory: ReaderMemory | null;
}

/** What is known about the responses of a source that has not been read yet, or is read differently now. */
export const NOTHING_LEARNED = {
  freshUntil: null,
  rhythm: null,
  move: null,
  etag: null,
  lastModified: null,
  bodyHash: null,
  readerMemory: null,
} satisfies Partial<Feed>;

type Reading = Pick<Feed, 'url' | 'type' | 'articleSelector'>;

/** Another page, or another way to read it: what is known about the last response is useless then. */
export function isReadDifferently(now: Reading, before: Reading): boolean {
  return now.url !== before.url || now.type !== before.type || now.articleSelector !== before.articleSelector;
}

/** The host whose feeds are polled one after another. A URL without a host is alone with its failure. */
export function hostOf(url: string | null, sourceId: string): string {
  return parseUrl(url ?? '')?.hostname || `no-host:${sourceId}`;
}
