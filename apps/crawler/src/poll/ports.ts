import type { Evidence, PastPoll } from '@feedwarden/contracts';
import type { PollError, SwitchVerdict } from '@feedwarden/feed-health';
import type { Feed } from './feed.js';
import type { PolledEntry, PollOutcome } from './outcome.js';

/** Reads a source of one type, once. Whatever the remote does is an outcome; only internal errors are thrown. */
export type ReadSource = (feed: Feed, signal: AbortSignal) => Promise<PollOutcome>;

/** The right to poll the feeds of one host, until it is released or lost. */
export interface HostLease {
  host: string;
  /** Grows with every claim of the host: writes under an older number are refused. */
  fence: number;
  /** Aborted when another crawler has taken the host over. */
  lost: AbortSignal;
  /** The crawler that had it before fell silent: it may have died of a feed of this host. */
  isTakenOver: boolean;
  /** The feeds that were being polled when a crawler died, as far as that is known. */
  suspects: readonly string[];
}

/** Remembers which feed of a host is being polled, even if this crawler does not survive it. */
export interface Suspects {
  suspect(lease: HostLease, sourceId: string): Promise<void>;
  acquit(lease: HostLease, sourceId: string): Promise<void>;
}

/** What polling needs to share its hosts with other crawlers. */
export interface HostLeases {
  claimDue(limit: number): Promise<HostLease[]>;
  /** Claims hosts whose holder has fallen silent. */
  claimAbandoned(limit: number): Promise<HostLease[]>;
  /** Claims one host, due or not; null while another crawler has it. */
  claim(host: string): Promise<HostLease | null>;
  release(lease: HostLease): Promise<void>;
}

export interface FeedReader {
  due(lease: HostLease): Promise<Feed[]>;
  find(sourceId: string): Promise<Feed | null>;
  /** The remembered polls, newest first. */
  history(sourceId: string): Promise<PastPoll[]>;
}

/** A change of a source that we request from source-manager, and the evidence for it. */
export type SwitchCommand = SwitchVerdict & { evidence: Evidence };

/** What came of a poll, once it is stored. */
export interface RecordedPoll {
  /** As it is after the poll. */
  feed: Feed;
  outcome: PollOutcome;
  /** The classified failure. */
  error: PollError | null;
  verdicts: SwitchVerdict[];
  newPosts: number;
}

/** null: the outcome came too late to count. */
export type RecordOutcome = (
  lease: HostLease,
  feed: Feed,
  outcome: PollOutcome,
  durationMs: number,
) => Promise<RecordedPoll | null>;

/** Everything that changes with one poll. It is written as a whole or not at all. */
export interface PollRecord {
  lease: HostLease;
  feed: Feed;
  dueAt: Date | null;
  entries: PolledEntry[];
  /** Entries that are not stored, now or later. */
  skipped?: PolledEntry[];
  commands: SwitchCommand[];
  /** Of the entries of the page, for the next poll. */
  fingerprints?: Fingerprints;
  /** For the history; how many posts were new is known only when they are written. */
  poll: Omit<PastPoll, 'at' | 'newPosts' | 'emptyEntries'> & { at: Date; emptyEntries?: number };
}

/** Marks of the entries that a feed had, and what must be the same for them to hold. */
export interface Fingerprints {
  basis: string;
  marks: string;
}

export type SavePoll = (record: PollRecord) => Promise<SaveResult>;

/** `feed_changed`: the feed was changed since it was read; nothing was written, the record must be made again. */
export type SaveResult =
  | { kind: 'saved'; newPosts: number }
  | { kind: 'feed_changed' }
  | { kind: 'lease_lost' };

/** After an internal error: makes the feed due again a little later, without counting anything against it. */
export type PostponeFeed = (lease: HostLease, feed: Feed, minutes: number) => Promise<void>;

/** Whether the database can do nothing at all for the moment: it is better to wait than to go on. */
export type IsOutage = (error: unknown) => boolean;
