import type { Blame } from '@feedwarden/contracts';
import type {
  CloseReason,
  Incident,
  IncidentDraft,
  IncidentPlace,
  IncidentStep,
  OwnNetworkState,
  Sibling,
} from '@feedwarden/feed-health';
import type { Feed } from '../poll/feed.js';
import type { HostLease, HostStanding } from '../poll/ports.js';

/** An incident as it is stored, and shared by all crawlers. */
export interface KnownIncident extends Incident {
  id: string;
  vantage: string;
  /** How many wait, as counted when it was opened. */
  feeds: number;
}

/** Incidents in the database. What is written, other crawlers see when they claim a host, or at their next look. */
export interface IncidentStore {
  /** Those that are not over. */
  readOpen(): Promise<KnownIncident[]>;
  /** Those whose probe is due and that have no feed left to be asked: their sources were deleted. */
  readAbandoned(): Promise<KnownIncident[]>;
  /** null: there is none, or it is over. */
  findOpen(id: string): Promise<KnownIncident | null>;
  /** Opens it, or joins the one that is open at its place, with these hosts; takes back what they were blamed for. */
  open(draft: IncidentDraft, at: Date): Promise<{ incident: KnownIncident; isNew: boolean }>;
  join(incident: KnownIncident, hosts: string[], at: Date): Promise<void>;
  /** The right to probe it now; null: it is not time, another crawler does, or it is over. */
  takeProbe(id: string): Promise<KnownIncident | null>;
  saveProbe(incident: KnownIncident): Promise<void>;
  /** Whether it was us who noticed: only one crawler tells people. */
  saveAge(before: KnownIncident, after: Incident): Promise<boolean>;
  /** Whether it was us who closed it. Its feeds are due soon, each at a time of its own. */
  close(incident: KnownIncident, reason: CloseReason, at: Date): Promise<boolean>;
  /** Lets other hosts of a wide incident answer for it, too. */
  askOthers(incident: KnownIncident, host: string, count: number): Promise<void>;
}

export interface HostMemory {
  /** Feeds of the host, with this one: those that failed, were polled just now, or were not polled for longest. */
  siblings(host: string, sourceId: string): Promise<Sibling[]>;
  /** Who may be asked how an incident stands, the one that was not polled for longest first. */
  probes(host: string, route: string | null, limit: number): Promise<Feed[]>;
  hold(lease: HostLease, until: Date): Promise<void>;
  remember(lease: HostLease, learned: Partial<HostStanding>): Promise<void>;
  /** Feeds of one route wait. */
  postpone(feed: Feed, until: Date): Promise<void>;
  /** Takes back the failures of these feeds since then. */
  takeBack(sourceIds: string[], since: Date, blame: Exclude<Blame, 'feed'>): Promise<void>;
}

export interface OwnOutages {
  /** Returns whether it was us who noticed the change. */
  save(state: OwnNetworkState, at: Date, canaries: Canary[]): Promise<boolean>;
}

export interface Canary {
  host: string;
  reached: boolean;
}

/** Whether a connection to this host (`name:port`) can be opened. */
export type ReachHost = (host: string) => Promise<boolean>;

export type { IncidentPlace, IncidentStep };
