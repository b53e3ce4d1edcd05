import type { FailurePolicies, SourceHealth } from '@feedwarden/contracts';
import type { Feed } from '../poll/feed.js';
import type { SwitchCommand } from '../poll/ports.js';

/** Our copy of what source-manager says. */
export interface SourceStore {
  position(): Promise<SyncPosition>;
  savePolicies(policies: FailurePolicies): Promise<void>;
  saveScheduleBasis(basis: string): Promise<void>;
  /** Whether a feed was stored by a version of the crawler that did not know all settings yet. */
  lacksSettings(names: string[]): Promise<boolean>;
  /** Forgets the cursor: all sources are followed again, and the unconfirmed ones are removed at the end. */
  startOver(): Promise<void>;
  removeUnconfirmed(): Promise<void>;
  /** The next feeds in the order of their ids; from the first one if `after` is null. */
  feedsAfter(after: string | null, limit: number): Promise<FeedPlace[]>;
  /** Everything that `work` writes is written, or nothing. */
  transaction<Result>(work: (tx: SourceTransaction) => Promise<Result>): Promise<Result>;
}

export interface SyncPosition {
  cursor: string | null;
  policies: FailurePolicies | null;
  /** What the due times were derived with. */
  scheduleBasis: string | null;
}

/** What is locked stays as it is until the transaction ends. */
export interface SourceTransaction {
  lockCursor(): Promise<string | null>;
  saveCursor(cursor: string): Promise<void>;
  /** Locks the hosts of these feeds, then the feeds; those we do not know are missing in the result. */
  lockFeeds(places: FeedPlace[]): Promise<Map<string, KnownFeed>>;
  writeFeeds(feeds: ScheduledFeed[]): Promise<void>;
  /** With their history and their commands. */
  deleteFeeds(sourceIds: string[]): Promise<void>;
  deleteCommand(id: number): Promise<void>;
  /** Deletes the commands that were decided before a person's fresh start. */
  deleteOutdatedCommands(sourceIds: string[]): Promise<void>;
}

export interface FeedPlace {
  sourceId: string;
  host: string;
}

export interface KnownFeed {
  feed: Feed;
  /** Some of our commands for it have not been delivered yet. */
  commandsPending: boolean;
}

export interface ScheduledFeed {
  feed: Feed;
  dueAt: Date | null;
}

export interface PendingCommand {
  id: number;
  commandId: string;
  sourceId: string;
  /** What is polled, for log lines; null when the source is deleted or has none. */
  feedUrl: string | null;
  command: SwitchCommand;
  healthEpoch: number;
  decidedAt: Date;
  attempts: number;
}

/** Commands that wait for source-manager, in order per source. */
export interface Outbox {
  /** Reserves commands for a while; `retryLater` or their deletion ends that sooner. */
  take(limit: number): Promise<PendingCommand[]>;
  retryLater(command: PendingCommand, seconds: number): Promise<void>;
}

/** Sources that were polled or rescheduled since their health was last reported. */
export interface UnreportedHealth {
  take(limit: number, which?: { onlyPolled?: boolean }): Promise<(SourceHealth & ReportKey)[]>;
  reported(polled: ReportKey[]): Promise<void>;
}

/** Which state of a source was reported. */
export interface ReportKey {
  sourceId: string;
  pollSeq: number;
  dueAt: Date | null;
}
