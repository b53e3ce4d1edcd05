import type { Blame, PastPoll } from '@feedwarden/contracts';
import type { CloseReason, FailureFamily, Incident, IncidentScope } from '@feedwarden/feed-health';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../store/content-schema.js';

/** One row for each change of what the polls of a source find, so that its history can be replayed. */
export const pollRuns = pgTable(
  'poll_runs',
  {
    sourceId: uuid('source_id').notNull(),
    fromAt: instant('from_at').notNull(),
    afterAt: instant('after_at'),
    firstSeq: integer('first_seq').notNull(),
    outcome: text('outcome').$type<PastPoll['outcome']>().notNull(),
    code: text('code'),
    blame: text('blame').$type<Blame>(),
    incidentId: uuid('incident_id'),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.firstSeq] }),
    index('poll_runs_by_age').on(table.fromAt),
  ],
);

/** What wider than a feed has failed. Of a place at most one is open, whoever notices it. */
export const incidents = pgTable(
  'incidents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    scope: text('scope').$type<IncidentScope>().notNull(),
    key: text('key').notNull(),
    route: text('route').notNull(),
    vantage: text('vantage').notNull(),
    family: text('family').$type<FailureFamily>().notNull(),
    code: text('code').notNull(),
    state: text('state').$type<Incident['state']>().notNull(),
    startedAt: instant('started_at').notNull(),
    openedAt: instant('opened_at').notNull(),
    isReopened: boolean('is_reopened').notNull(),
    toldAt: instant('told_at'),
    lostAt: instant('lost_at'),
    closedAt: instant('closed_at'),
    closeReason: text('close_reason').$type<CloseReason>(),
    absorbedBy: uuid('absorbed_by'),
    probes: integer('probes').notNull(),
    votes: jsonb('votes').$type<boolean[]>().notNull(),
    nextProbeAt: instant('next_probe_at').notNull(),
    penalty: doublePrecision('penalty').notNull(),
    isSilenced: boolean('is_silenced').notNull(),
    evidence: jsonb('evidence').$type<{ sourceId: string; at: string }[]>().notNull(),
    feeds: integer('feeds').notNull(),
    /** Its last change has not been reported to source-manager yet. */
    unreported: boolean('unreported').notNull().default(true),
  },
  (table) => [
    uniqueIndex('incidents_open_once')
      .on(table.scope, table.key, table.route, table.vantage)
      .where(sql`${table.closedAt} is null`),
    index('incidents_by_place').on(table.scope, table.key, table.route, table.vantage, table.openedAt),
    index('incidents_listed').on(sql`(${table.closedAt} is null)`, table.openedAt, table.id),
    index('incidents_unreported').on(table.openedAt).where(sql`${table.unreported}`),
  ],
);
export type IncidentRow = typeof incidents.$inferSelect;

export const incidentHosts = pgTable(
  'incident_hosts',
  {
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    host: text('host').notNull(),
  },
  (table) => [primaryKey({ columns: [table.incidentId, table.host] })],
);

/** When the network that crawlers share was down, or lost some of what they did. */
export const ownOutages = pgTable(
  'own_outages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    vantage: text('vantage').notNull(),
    state: text('state').$type<'offline' | 'degraded'>().notNull(),
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at'),
    /** Who was asked, and did not respond. */
    canaries: jsonb('canaries').$type<{ host: string; reached: boolean }[]>().notNull(),
  },
  (table) => [
    uniqueIndex('own_outages_open_once').on(table.vantage).where(sql`${table.toAt} is null`),
    index('own_outages_by_time').on(table.vantage, table.fromAt),
  ],
);
