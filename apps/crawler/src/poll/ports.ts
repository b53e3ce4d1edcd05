import type { Evidence, FeedFormat, PastPoll, PolicyName, Redirect, SourceType } from '@feedwarden/contracts';
import type {
  FailureFact,
  FeedMove,
  FeedRhythm,
  FreshnessHints,
  PollError,
  PollHealth,
  SourceSwitches,
  SwitchVerdict,
} from '@feedwarden/feed-health';

/** What polling needs of the web. A failure of the remote is an answer; only an abort or a bug is thrown. */
export type FetchPage = (request: FetchRequest, signal: AbortSignal) => Promise<FetchResult>;

export interface FetchRequest {
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** More headers, such as a key for an API; they go only to the host that was asked. */
  headers?: Record<string, string>;
  /** Asked before a redirect is followed. */
  mayFollow?: AskRobots;
}

/** `redirects`: the way to the answer, or to where it ended; missing when there was none. */
export type FetchResult = { redirects?: Redirect[] } & (
  | { kind: 'page'; page: FetchedPage; hints: AnswerHints }
  | { kind: 'not_modified'; hints: AnswerHints }
  | { kind: 'failed'; fact: FailureFact }
);

/** What an answer says besides its content; nothing when it came from no server. */
export interface AnswerHints {
  freshUntil?: Date | null;
  /** Where permanent redirects lead. It may carry the credentials of the URL that was asked for. */
  movedTo?: string | null;
}

export interface FetchedPage {
  /** Where the page was found, after redirects. */
  url: string;
  contentType: string | null;
  text: string;
  /** SHA-256 of the body as it came, in hexadecimal. */
  bodyHash: string;
  bytes: number;
  etag: string | null;
  lastModified: string | null;
}

/** Why the robots.txt of its host keeps us from reading a page; null: it does not. */
export type AskRobots = (url: string, signal: AbortSignal) => Promise<FailureFact | null>;

/** What polling needs of a reader of pages that are entries, or lists of them. */
export type ExtractEntries = (page: FetchedPage) => Promise<ExtractResult>;

/** Reads a source of one type, once. Whatever the remote does is a result; only our own faults are thrown. */
export type ReadSource = (feed: Feed, signal: AbortSignal) => Promise<ReadResult>;

export type ReadResult = { statusCode: number; bytes: number } & (
  | ({ kind: 'entries' } & ReadEntries)
  | { kind: 'unchanged'; validators: Validators | null; hints?: AnswerHints }
  | { kind: 'failed'; fact: FailureFact }
);

/** What was read, and what is to be remembered of it until the next poll. */
export interface ReadEntries {
  entries: Entry[];
  validators: Validators | null;
  memory?: ReaderMemory;
  hints?: AnswerHints;
  rhythm?: FeedRhythm | null;
}

/** What tells the next poll whether anything changed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
  bodyHash: string;
}

/** What a reader wants to remember of a source until the next poll. */
export type ReaderMemory = Record<string, string>;

export type ExtractResult =
  | { kind: 'entries'; entries: Entry[]; feed?: FeedFacts; rhythm?: FeedRhythm | null }
  | { kind: 'failed'; fact: FailureFact };

/** What a feed says of itself; pages say nothing of the kind. */
export interface FeedFacts {
  title: string | null;
  format: FeedFormat;
}

export interface Entry {
  guid: string;
  url: string | null;
  title: string | null;
  /** Plain text. */
  body: string;
  /** The content as the feed had it. */
  contentHtml: string | null;
  author: string | null;
  publishedAt: Date | null;
  /** SHA-256 that tells this entry's text from another's, in hexadecimal. */
  contentHash: string;
}

/**
 * A source as the crawler knows it: what source-manager says of it, and what the polls so far have shown. Its switches
 * are as they will be once source-manager has all our commands.
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

/** The right to poll the feeds of one host, until it is released or lost. */
export interface HostLease {
  host: string;
  /** Grows with every claim of the host: what was written under an older number is refused. */
  fence: number;
  /** Aborted when somebody else has taken the host over. */
  lost: AbortSignal;
}

export type PollOutcome = { transfer: Transfer } & (
  | ({ kind: 'stored' } & ReadEntries)
  | { kind: 'unchanged'; validators: Validators | null; hints?: AnswerHints }
  | { kind: 'failed'; error: PollError }
);

/** What the poll cost. */
export interface Transfer {
  /** 0 when no HTTP answer was had. */
  statusCode: number;
  bytes: number;
  durationMs: number;
}

/** What source-manager is to be told about a source, and why. */
export type SwitchCommand = SwitchVerdict & { evidence: Evidence };

/** Everything that changes with one poll. It is written as a whole or not at all. */
export interface PollRecord {
  lease: HostLease;
  feed: Feed;
  dueAt: Date | null;
  entries: Entry[];
  commands: SwitchCommand[];
  /** For the history; how many posts were new is known only when they are written. */
  poll: Omit<PastPoll, 'at' | 'newPosts'> & { at: Date };
}

export type SavePoll = (record: PollRecord) => Promise<SaveResult>;

/** `feed_changed`: somebody changed the feed since it was read; nothing was written, the record must be made anew. */
export type SaveResult =
  | { kind: 'saved'; newPosts: number }
  | { kind: 'feed_changed' }
  | { kind: 'lease_lost' };

export interface FeedReader {
  due(lease: HostLease): Promise<Feed[]>;
  find(sourceId: string): Promise<Feed | null>;
  /** The polls that are remembered, newest first. */
  history(sourceId: string): Promise<PastPoll[]>;
}

/** After a fault of our own: tries the feed again a little later, without counting anything against it. */
export type PostponeFeed = (lease: HostLease, feed: Feed) => Promise<void>;
