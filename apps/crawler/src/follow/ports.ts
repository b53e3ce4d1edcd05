import type { FailurePolicies, Source, SourceHealth } from '@feedwarden/contracts';
import type { Feed } from '../poll/feed.js';
import type { SwitchCommand } from '../poll/ports.js';

export interface KnownFeed {
  feed: Feed;
  /** Some of our commands for it have not been delivered yet. */
  commandsPending: boolean;
}

/** What a source's news makes of the feed we know; null: nothing, we know better. */
export type FollowSource = (known: KnownFeed | null, source: Source) => Feed | null;

export interface SyncPosition {
  cursor: string | null;
  policies: FailurePolicies | null;
}

export interface ChangesPage {
  changed: Source[];
  deleted: string[];
  /** Where the page begins, and where it ends. */
  from: string | null;
  cursor: string;
}

/** The crawler's own copy of what source-manager says. */
export interface SourceReplica {
  position(): Promise<SyncPosition>;
  savePolicies(policies: FailurePolicies): Promise<void>;
  /**
   * Writes one page of changes and the cursor behind it, as a whole; unless another crawler has gone on from where the
   * page begins: then what it says may be out of date.
   */
  apply(page: ChangesPage, follow: FollowSource): Promise<void>;
  /** The cursor is of no use any more: everything is asked anew, and what nobody confirms is removed at the end. */
  startOver(): Promise<void>;
  removeUnconfirmed(): Promise<void>;
  /** Derives all due times again, unless that was done on this basis already. */
  reschedule(basis: string): Promise<void>;
}

export interface PendingCommand {
  id: number;
  commandId: string;
  sourceId: string;
  command: SwitchCommand;
  healthEpoch: number;
  decidedAt: Date;
  attempts: number;
}

/** Commands that wait for source-manager, in order per source. */
export interface Outbox {
  take(limit: number): Promise<PendingCommand[]>;
  retryLater(command: PendingCommand, seconds: number): Promise<void>;
  /**
   * The command has its answer: it goes, and the source is followed to where it stands now. False: we know the source
   * in a newer state than this, so nothing was done.
   */
  settle(command: PendingCommand, source: Source, follow: FollowSource): Promise<boolean>;
  /** The source is deleted, and with it everything that was to be said about it. */
  dropSource(sourceId: string): Promise<void>;
}

/** Sources that were polled since source-manager last heard of them. */
export interface UnreportedHealth {
  take(limit: number): Promise<(SourceHealth & { pollSeq: number })[]>;
  reported(polled: { sourceId: string; pollSeq: number }[]): Promise<void>;
}
