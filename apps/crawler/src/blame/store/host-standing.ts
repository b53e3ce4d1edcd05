import { UNLIMITED } from '@feedwarden/feed-health';
import { sql } from 'drizzle-orm';
import type { HostStanding } from '../../poll/ports.js';
import { hosts } from '../../store/schema.js';
import { paceOf, type StoredPace } from './stored-pace.js';

/** What a claim reads of its host besides the lease. */
export const STANDING = sql`hosts.pace, hosts.edge, hosts.incident_id,
  extract(epoch from ${hosts.askedAt}) * 1000 as asked_ms`;

export interface StandingRow extends Record<string, unknown> {
  pace: StoredPace | null;
  edge: string | null;
  asked_ms: string | null;
  incident_id: string | null;
}

export function standingOf(row: StandingRow): HostStanding {
  return {
    pace: row.pace ? paceOf(row.pace) : UNLIMITED,
    edge: row.edge,
    askedAt: row.asked_ms === null ? null : new Date(Number(row.asked_ms)),
    incidentId: row.incident_id,
  };
}
