import {
  DEFAULT_SOURCE_TYPE,
  type ErrorType,
  type FailureType,
  MANUAL_REASON,
  type PolicyName,
  type SourceAction,
  type SourceType,
} from '@feedwarden/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './instant.js';

/**
 * The part of a source's status that needs neither clock nor policies, kept by the database so that an index can
 * find the few that are not healthy. `feed_disabled` is cooling_down or probing: see status-filter.
 */
const STANDING = sql.raw(`case
  when not enabled then 'disabled'
  when coalesce(feed_url, '') = '' then 'no_feed'
  when quarantined_at is not null then 'quarantined'
  when feed_disable_reason = '${MANUAL_REASON}' then 'disabled'
  when feed_disabled_at is not null then 'feed_disabled'
  when consecutive_failures > 0 then 'failing'
  else 'healthy' end`);

/** The host of the feed as the filter compares it: without login and port. Addresses are kept normalised. */
const FEED_HOST = sql.raw(
  String.raw`lower(substring(feed_url from '^[A-Za-z]+://(?:[^/?#]*@)?(\[[^]]*\]|[^/?#:]*)'))`,
);

/** By its bytes, so that the order is the same in every database. Addresses are ASCII. */
export const FEED_URL_KEY = sql<string>`feed_url collate "C"`;

const MOST_COMMON_TYPE = sql.raw(`'${DEFAULT_SOURCE_TYPE}'`);

/** What a search looks through. The line ends keep a match from reaching from one field into the next. */
export const SEARCHABLE = sql.raw(
  String.raw`(name || E'\n' || coalesce(feed_url, '') || E'\n' || coalesce(site_url, ''))`,
);

export const sources = pgTable(
  'sources',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    type: text('type').$type<SourceType>().notNull(),
    feedUrl: text('feed_url'),
    siteUrl: text('site_url'),
    enabled: boolean('enabled').notNull(),
    pollIntervalMinutes: integer('poll_interval_minutes'),
    pollDelaySeconds: doublePrecision('poll_delay_seconds'),
    maxFailures: integer('max_failures'),
    maxBackoffHours: integer('max_backoff_hours'),
    articleSelector: text('article_selector'),
    aggregate: boolean('aggregate'),
    failurePolicy: text('failure_policy').$type<PolicyName>(),
    ownerId: text('owner_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
    disabledReason: text('disabled_reason'),
    feedDisabledAt: instant('feed_disabled_at'),
    feedDisableReason: text('feed_disable_reason'),
    quarantinedAt: instant('quarantined_at'),
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    lastFailureType: text('last_failure_type').$type<FailureType>(),
    lastErrorType: text('last_error_type').$type<ErrorType>(),
    lastError: text('last_error'),
    lastPolledAt: instant('last_polled_at'),
    lastSuccessAt: instant('last_success_at'),
    failingSince: instant('failing_since'),
    proposedFeedUrl: text('proposed_feed_url'),
    proposedSince: instant('proposed_since'),
    healthEpoch: integer('health_epoch').notNull().default(0),
    /** The crawler's command that was carried out last: the same one again changes nothing. */
    lastCommandId: uuid('last_command_id'),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    standing: text('standing').notNull().generatedAlwaysAs(STANDING),
    feedHost: text('feed_host').generatedAlwaysAs(FEED_HOST),
  },
  (table) => [
    index('sources_by_creation').on(table.createdAt, table.id),
    index('sources_by_update').on(table.updatedAt, table.id),
    index('sources_by_name').on(sql`lower(${table.name})`, table.id),
    index('sources_by_type')
      .on(table.type, table.createdAt, table.id)
      .where(sql`${table.type} <> ${MOST_COMMON_TYPE}`),
    index('sources_by_feed_url').on(FEED_URL_KEY, table.createdAt, table.id),
    index('sources_by_host').on(table.feedHost, table.createdAt, table.id),
    // Where the extension cannot be had the migration leaves it out, and a search reads every row.
    index('sources_by_text').using('gin', sql`${SEARCHABLE} gin_trgm_ops`),
    index('sources_by_change').on(table.changeSeq, table.id),
    index('sources_by_standing')
      .on(table.standing, table.createdAt, table.id)
      .where(sql`${table.standing} <> 'healthy'`),
    index('sources_switched_off').on(table.createdAt, table.id).where(sql`not ${table.enabled}`),
    index('sources_by_failing_since')
      .on(table.failingSince, table.id)
      .where(sql`${table.failingSince} is not null`),
    index('sources_by_failures')
      .on(table.consecutiveFailures, table.id)
      .where(sql`${table.consecutiveFailures} > 0`),
    index('sources_by_last_poll')
      .on(table.lastPolledAt, table.id)
      .where(sql`${table.lastPolledAt} is not null`),
    check(
      'feed_disabled_with_reason',
      sql`(${table.feedDisabledAt} is null) = (${table.feedDisableReason} is null)`,
    ),
  ],
);
export type SourceRow = typeof sources.$inferSelect;

/** What was deleted, for those who follow the changes. */
export const removedSources = pgTable(
  'removed_sources',
  {
    id: uuid('id').primaryKey(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
  },
  (table) => [index('removed_sources_by_change').on(table.changeSeq, table.id)],
);

/** Who changed what. No foreign key: what was done to a source is known after it is gone. */
export const sourceEvents = pgTable(
  'source_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: uuid('source_id').notNull(),
    at: instant('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    action: text('action').$type<SourceAction>().notNull(),
    reason: text('reason'),
    evidence: jsonb('evidence').$type<Record<string, unknown>>(),
  },
  (table) => [index('source_events_by_source').on(table.sourceId, table.id)],
);

/** One row: the number of the last transaction that changed a source. See change-clock. */
export const changeClock = pgTable(
  'change_clock',
  {
    id: smallint('id').primaryKey().default(1),
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('change_clock_is_one_row', sql`${table.id} = 1`)],
);
