import type {
  Blame,
  ErrorType,
  FailurePolicies,
  FailureType,
  PastPoll,
  PollRole,
} from '@feedwarden/contracts';
import type { FeedRhythm, PollHealth } from '@feedwarden/feed-health';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StoredPace } from '../blame/store/stored-pace.js';
import type { FeedSettings } from '../poll/feed.js';
import type { ReaderMemory } from '../poll/outcome.js';
import type { SwitchCommand } from '../poll/ports.js';
import { instant } from './content-schema.js';

/** One row per host: the crawler that holds it polls its feeds. */
export const hosts = pgTable(
  'hosts',
  {
    host: text('host').primaryKey(),
    /** Without an owner: when the first feed is due. With one: when the lease ends. One index finds both. */
    claimableAt: instant('claimable_at'),
    owner: text('owner'),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    /** Feeds that are being polled with care, or that have ended crawlers: written only after one has died. */
    suspects: jsonb('suspects').$type<string[]>().notNull().default([]),
    /** The incident that keeps it from being polled. */
    incidentId: uuid('incident_id'),
    /** It is not claimed before, whatever is due. */
    heldUntil: instant('held_until'),
    /** How much it lets us ask; null: as much as we want, as far as we know. */
    pace: jsonb('pace').$type<StoredPace>(),
    /** Who responds in front of it. */
    edge: text('edge'),
    /** When its feeds were last asked whether it is at fault. */
    askedAt: instant('asked_at'),
  },
  (table) => [
    index('hosts_by_claimable').on(table.claimableAt),
    index('hosts_by_incident').on(table.incidentId).where(sql`${table.incidentId} is not null`),
  ],
);

/** What source-manager says about a source: written when it is followed, and never by a poll. */
const followedColumns = {
  version: integer('version').notNull(),
  settings: jsonb('settings').$type<FeedSettings>().notNull(),
  host: text('host').notNull(),
  sourceCreatedAt: instant('source_created_at').notNull(),
  healthEpoch: integer('health_epoch').notNull(),
};

const healthColumns = {
  consecutiveFailures: integer('consecutive_failures').notNull(),
  typeStreak: integer('type_streak').notNull(),
  permanentStreak: integer('permanent_streak').notNull(),
  lastFailureType: text('last_failure_type').$type<FailureType>(),
  lastErrorType: text('last_error_type').$type<ErrorType>(),
  lastError: text('last_error'),
  failingSince: instant('failing_since'),
  lastPolledAt: instant('last_polled_at'),
  lastSuccessAt: instant('last_success_at'),
} satisfies Record<keyof PollHealth, unknown>;

/** What polls have shown, and the switches they turn: written by every poll, and by following. */
const polledColumns = {
  enabled: boolean('enabled').notNull(),
  feedDisabledAt: instant('feed_disabled_at'),
  feedDisableReason: text('feed_disable_reason'),
  quarantinedAt: instant('quarantined_at'),
  pollSeq: integer('poll_seq').notNull().default(0),
  ...healthColumns,
  startAt: instant('start_at'),
  notBefore: instant('not_before'),
  freshUntil: instant('fresh_until'),
  rhythm: jsonb('rhythm').$type<FeedRhythm>(),
  generator: text('generator'),
  movedTo: text('moved_to'),
  movedSince: instant('moved_since'),
  /** source-manager has been asked to change the URL. */
  moveAsked: boolean('move_asked').notNull().default(false),
  proposedUrl: text('proposed_url'),
  proposedSince: instant('proposed_since'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  wireHash: text('wire_hash'),
  bodyHash: text('body_hash'),
  readerMemory: jsonb('reader_memory').$type<ReaderMemory>(),
  /** What the last poll found, as `poll_runs` tells findings apart; null: it went well. */
  finding: text('finding'),
  /** Derived by `nextPoll` from the columns above, for the index; null: not to be polled. */
  dueAt: instant('due_at'),
};

/** One row per source. Every column but the key belongs to one of these groups, which say what writes it. */
export const feeds = pgTable(
  'feeds',
  {
    sourceId: uuid('source_id').primaryKey(),
    ...followedColumns,
    ...polledColumns,
    /** Health or next poll have not been reported to source-manager yet. */
    unreported: boolean('unreported').notNull().default(false),
  },
  (table) => [
    index('feeds_by_host_and_due').on(table.host, table.dueAt),
    index('feeds_unreported').on(table.lastPolledAt).where(sql`${table.unreported}`),
    index('feeds_in_trouble_by_due')
      .on(table.dueAt, table.feedDisabledAt)
      .where(sql`(${table.consecutiveFailures} > 0 or ${table.feedDisabledAt} is not null)`),
    index('feeds_failing').on(table.host).where(sql`${table.failingSince} is not null`),
    index('feeds_unconfirmed').on(table.sourceId).where(sql`${table.version} = 0`),
  ],
);
export type FeedRow = typeof feeds.$inferSelect;

export const FOLLOWED = Object.keys(followedColumns) as (keyof typeof followedColumns)[];
export const POLLED = Object.keys(polledColumns) as (keyof typeof polledColumns)[];

/**
 * The entries that a feed had when it was read last, as marks of a few bytes each. Apart from the feeds, which are
 * written by every poll.
 */
export const fingerprints = pgTable('fingerprints', {
  sourceId: uuid('source_id').primaryKey(),
  /** What must be the same for them to hold. */
  basis: text('basis').notNull(),
  /** In base64. */
  marks: text('marks').notNull(),
});

/** The last polls of each source, in a ring: the newest overwrites the oldest. */
export const polls = pgTable(
  'polls',
  {
    sourceId: uuid('source_id').notNull(),
    slot: smallint('slot').notNull(),
    at: instant('at').notNull(),
    outcome: text('outcome').$type<PastPoll['outcome']>().notNull(),
    errorType: text('error_type').$type<ErrorType>(),
    code: text('code'),
    statusCode: integer('status_code').notNull(),
    durationMs: integer('duration_ms').notNull(),
    bytes: integer('bytes').notNull(),
    newPosts: integer('new_posts').notNull(),
    emptyEntries: integer('empty_entries').notNull().default(0),
    decision: text('decision').$type<PastPoll['decision']>().notNull(),
    blame: text('blame').$type<Blame>(),
    incidentId: uuid('incident_id'),
    role: text('role').$type<PollRole>().notNull().default('regular'),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.slot] }), index('polls_by_age').on(table.at)],
);

/** The outbox: commands that source-manager has not carried out yet. */
export const sourceCommands = pgTable(
  'source_commands',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    commandId: uuid('command_id').notNull().defaultRandom(),
    sourceId: uuid('source_id').notNull(),
    command: jsonb('command').$type<SwitchCommand>().notNull(),
    healthEpoch: integer('health_epoch').notNull(),
    decidedAt: instant('decided_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
  },
  (table) => [
    index('source_commands_in_order').on(table.sourceId, table.id),
    index('source_commands_by_attempt').on(table.nextAttemptAt),
  ],
);

/** One row: how far we have followed source-manager, and its policies. */
export const syncState = pgTable(
  'sync_state',
  {
    id: smallint('id').primaryKey().default(1),
    cursor: text('cursor'),
    policies: jsonb('policies').$type<FailurePolicies>(),
    /** What the due times were derived with; when it changes, they are derived again. */
    scheduleBasis: text('schedule_basis'),
  },
  (table) => [check('sync_state_is_one_row', sql`${table.id} = 1`)],
);
