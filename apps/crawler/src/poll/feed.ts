import { type NewSource, newSourceSchema, type Source } from '@feedwarden/contracts';
import type {
  FeedMove,
  FeedProposal,
  FreshnessHints,
  PollHealth,
  SourceSwitches,
} from '@feedwarden/feed-health';
import type { ReaderMemory } from './outcome.js';
import { parseUrl } from './web-url.js';

/** Everything a person can set for a source. Its switch is kept apart: we turn it ourselves, too. */
export type FeedSettings = Omit<NewSource, 'enabled'>;

/**
 * A source as the crawler knows it: what source-manager says about it, and what the polls so far have shown. Its
 * switches are as they will be once source-manager has all our commands.
 */
export interface Feed extends SourceSwitches, FreshnessHints {
  sourceId: string;
  version: number;
  settings: FeedSettings;
  host: string;
  sourceCreatedAt: Date;
  healthEpoch: number;
  /** How many polls have been recorded: a poll that finds another number than it started with is recorded already. */
  pollSeq: number;
  health: PollHealth;
  startAt: Date | null;
  notBefore: Date | null;
  /** The software that makes the feed, as far as it says so. */
  generator: string | null;
  move: FeedMove | null;
  proposal: FeedProposal | null;
  etag: string | null;
  lastModified: string | null;
  wireHash: string | null;
  bodyHash: string | null;
  readerMemory: ReaderMemory | null;
  /** What the last poll found, in one word, if it failed. */
  finding: string | null;
}

/** What is known about the responses of a source that has not been read yet, or is read differently now. */
export const NOTHING_LEARNED = {
  freshUntil: null,
  rhythm: null,
  generator: null,
  move: null,
  proposal: null,
  etag: null,
  lastModified: null,
  wireHash: null,
  bodyHash: null,
  readerMemory: null,
  finding: null,
} satisfies Partial<Feed>;

const { enabled: _, ...UNSET } = newSourceSchema.parse({ name: '(unknown)' });

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(UNSET) as (keyof FeedSettings)[];

/** The settings in what source-manager says about a source. */
export function settingsOf(source: Source): FeedSettings {
  const settings: Partial<Record<keyof FeedSettings, unknown>> = {};
  for (const name of SETTING_NAMES) settings[name] = source[name];
  return settings as FeedSettings;
}

/** Settings as an older version of the crawler may have stored them: those it did not know are unset. */
export function completeSettings(stored: Partial<FeedSettings>): FeedSettings {
  return { ...UNSET, ...stored };
}

/** Another page, or another way to read it: what is known about the last response is useless then. */
export function isReadDifferently(now: FeedSettings, before: FeedSettings): boolean {
  const { feedUrl, type, articleSelector } = before;
  return now.feedUrl !== feedUrl || now.type !== type || now.articleSelector !== articleSelector;
}

/** The address that is proposed on the source: what the last response named, or where permanent redirects lead. */
export function proposalOf({ proposal, move }: Pick<Feed, 'proposal' | 'move'>): FeedProposal | null {
  return proposal ?? (move && { url: move.to, since: move.since });
}

/** The host whose feeds are polled one after another. A URL without a host is alone with its failure. */
export function hostOf(url: string | null, sourceId: string): string {
  return parseUrl(url ?? '')?.hostname || `no-host:${sourceId}`;
}
