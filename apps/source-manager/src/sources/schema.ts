import {
  DEFAULT_SOURCE_TYPE,
  type ErrorType,
  type FailureType,
  MANUAL_REASON,
  type Need,
  type NextPollReason,
  type PolicyName,
  type SourceType,
} from '@feedwarden/contracts';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../stored-values.js';

/**
 * The part of a source's status that depends on neither the clock nor the policies. A generated column, so that an
 * index finds the few sources that are not healthy. `feed_disabled` is cooling_down or probing: see source-filter.
 */
const STANDING = sql.raw(`case
  when not enabled then 'disabled'
  when coalesce(feed_url, '') = '' then 'no_feed'
  when quarantined_at is not null then 'quarantined'
  when feed_disable_reason = '${MANUAL_REASON}' then 'disabled'
  when feed_disabled_at is not null then 'feed_disabled'
  when consecutive_failures > 0 then 'failing'
  else 'healthy' end`);

/** Why a person should look at a source, if anybody should: nothing of this ends by itself. */
const NEEDS_YOU = sql.raw(`case
  when not enabled then case when disabled_reason is not null then 'disabled_by_policy' end
  when coalesce(feed_url, '') = '' then null
  when quarantined_at is not null then 'quarantined'
  when feed_disabled_at is not null then null
  when consecutive_failures > 0 and last_error_type = 'unexpected' then 'unexpected' end`);

/** The host of the feed for the filter `host`, without user and port. URLs are stored normalised. */
const FEED_HOST = sql.raw(
  String.raw`lower(substring(feed_url from '^[A-Za-z]+://(?:[^/?#]*@)?(\[[^]]*\]|[^/?#:]*)'))`,
);

/** Compared by bytes, so that the order is the same in every database. URLs are ASCII. */
export const FEED_URL_KEY = sql<string>`feed_url collate "C"`;

/** For the order of those that need a person: a source may be quarantined or disabled without failing. */
export const TROUBLE_SINCE = sql<Date>`coalesce(failing_since, created_at)`;

const MOST_COMMON_TYPE = sql.raw(`'${DEFAULT_SOURCE_TYPE}'`);

const withoutCredentials = (column: string) =>
  String.raw`regexp_replace(coalesce(${column}, ''), '^([A-Za-z]+://)[^/?#]*@', '\1')`;

/** The text a search looks through, without credentials. Line breaks keep a match from spanning two fields. */
export const SEARCHABLE = sql.raw(
  String.raw`(name || E'\n' || ${withoutCredentials('feed_url')} || E'\n' || ${withoutCredentials('site_url')})`,
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
    nextPollAt: instant('next_poll_at'),
    nextPollReason: text('next_poll_reason').$type<NextPollReason>(),
    proposedFeedUrl: text('proposed_feed_url'),
    proposedSince: instant('proposed_since'),
    healthEpoch: integer('health_epoch').notNull().default(0),
    /** The last command of the crawler that was carried out: the same command again changes nothing. */
    lastCommandId: uuid('last_command_id'),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    standing: text('standing').notNull().generatedAlwaysAs(STANDING),
    needsYou: text('needs_you').$type<Need>().generatedAlwaysAs(NEEDS_YOU),
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
    // The migration leaves it out where the extension is not available; a search then reads every row.
    index('sources_by_text').using('gin', sql`${SEARCHABLE} gin_trgm_ops`),
    index('sources_by_change').on(table.changeSeq, table.id),
    index('sources_by_standing')
      .on(table.standing, table.createdAt, table.id)
      .where(sql`${table.standing} <> 'healthy'`),
    index('sources_switched_off').on(table.createdAt, table.id).where(sql`not ${table.enabled}`),
    present('sources_by_failing_since', table.failingSince, table.id),
    index('sources_by_failures')
      .on(table.consecutiveFailures, table.id)
      .where(sql`${table.consecutiveFailures} > 0`),
    present('sources_by_last_poll', table.lastPolledAt, table.id),
    present('sources_by_last_success', table.lastSuccessAt, table.id),
    present('sources_by_next_poll', table.nextPollAt, table.id),
    present('sources_by_feed_disabling', table.feedDisabledAt, table.id),
    present('sources_by_quarantine', table.quarantinedAt, table.id),
    index('sources_by_error_type')
      .on(table.lastErrorType, table.failingSince, table.id)
      .where(sql`${table.lastErrorType} is not null`),
    // All that the overview counts of a source, so that it reads the index alone.
    index('sources_in_trouble')
      .on(
        table.standing,
        table.lastErrorType,
        table.needsYou,
        table.feedDisableReason,
        table.feedDisabledAt,
        table.feedHost,
        table.failingSince,
        table.nextPollAt,
      )
      .where(sql`${table.standing} <> 'healthy'`),
    index('sources_in_trouble_by_host')
      .on(table.feedHost, table.lastErrorType, table.failingSince)
      .where(sql`${table.standing} <> 'healthy'`),
    index('sources_by_need').on(TROUBLE_SINCE, table.id).where(sql`${table.needsYou} is not null`),
    index('sources_never_polled')
      .on(table.standing, table.createdAt, table.id)
      .where(sql`${table.lastPolledAt} is null`),
    index('sources_moved').on(table.proposedSince, table.id).where(sql`${table.proposedFeedUrl} is not null`),
    check(
      'feed_disabled_with_reason',
      sql`(${table.feedDisabledAt} is null) = (${table.feedDisableReason} is null)`,
    ),
  ],
);
export type SourceRow = typeof sources.$inferSelect;

/** One parameter, however many ids: the text of the statement stays the same. */
export const hasIdAmong = (ids: readonly string[]): SQL =>
  sql`${sources.id} = any(${`{${ids.join(',')}}`}::uuid[])`;

/** For a sort: sources without the value are left out. */
function present(name: string, column: AnyPgColumn, id: AnyPgColumn) {
  return index(name).on(column, id).where(sql`${column} is not null`);
}
