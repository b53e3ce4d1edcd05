import type { Blame, Evidence, PastPoll, PollRole } from '@feedwarden/contracts';
import { type HostPace, type PollError, type SwitchVerdict, UNLIMITED } from '@feedwarden/feed-health';
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
  turn: Turn;
}

/** What happens under a lease. */
export interface Turn {
  standing: HostStanding;
  /** The feeds it has polled, in whatever role. */
  polled: Set<string>;
  /** Nothing more is polled: the host is to be left alone. */
  isOver: boolean;
}

/** What earlier polls have shown about a host. */
export interface HostStanding {
  pace: HostPace;
  /** Who responds in front of it, as far as responses tell. */
  edge: string | null;
  /** When its feeds were last asked whether it is at fault. */
  askedAt: Date | null;
  /** The incident that holds it. */
  incidentId: string | null;
}

export const UNKNOWN_STANDING: HostStanding = {
  pace: UNLIMITED,
  edge: null,
  askedAt: null,
  incidentId: null,
};

/** What may keep a host, or some of its feeds, from being polled. Without blame, nothing does. */
export interface TurnKeeper {
  /** Whether nothing is left to poll: the host waits, and may have been polled for all. */
  begin(lease: HostLease, abandoning: AbortSignal): Promise<boolean>;
  admits(lease: HostLease, feed: Feed, abandoning: AbortSignal): Promise<boolean>;
  /** Until the next poll of the host may begin. */
  pause(lease: HostLease, feed: Feed, over: AbortSignal): Promise<void>;
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
  /** Whose fault the failure is. */
  blame: Blame | null;
  incidentId: string | null;
  verdicts: SwitchVerdict[];
  newPosts: number;
}

/** What is known of a poll besides its outcome. Without it, a failure is the feed's. */
export interface Ruling {
  role?: PollRole;
  /** When the outcome was known, if it was not recorded at once. */
  at?: Date;
  /** Of a failure. */
  blame?: Blame;
  incidentId?: string | null;
  /** It counts, but turns no switch. */
  isWithheld?: boolean;
  /** When a failure that is not the feed's is tried again. */
  retryAt?: Date | null;
}

/** null: the outcome came too late to count. */
export type RecordOutcome = (
  lease: HostLease,
  feed: Feed,
  outcome: PollOutcome,
  durationMs: number,
  ruling?: Ruling,
) => Promise<RecordedPoll | null>;

type PollDetails = Pick<PastPoll, 'emptyEntries' | 'blame' | 'incidentId' | 'role'>;

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
  poll: Omit<PastPoll, 'at' | 'newPosts' | keyof PollDetails> & { at: Date } & Partial<PollDetails>;
  /** It found something else than the poll before. */
  run?: PollRun | null;
}

/** The beginning of polls that all find the same. */
export interface PollRun {
  fromAt: Date;
  /** The last poll that found something else: the change came in between. */
  afterAt: Date | null;
  /** The number of its first poll. */
  firstSeq: number;
  outcome: PastPoll['outcome'];
  code: string | null;
  blame: Blame | null;
  incidentId: string | null;
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
