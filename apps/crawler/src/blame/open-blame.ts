import { createAddressGuard } from '@feedwarden/guarded-fetch';
import type { Database } from '@feedwarden/service-kit';
import type { Config } from '../config.js';
import type { Schedule } from '../poll/schedule.js';
import { createReachHost } from './canaries.js';
import { type BlameDeps, createBlame } from './create-blame.js';
import { createHostMemory } from './store/host-memory.js';
import { createIncidentStore } from './store/incident-store.js';
import { createOwnOutages } from './store/own-outages.js';

interface OpenBlameDeps extends Pick<BlameDeps, 'findFeed' | 'policies' | 'logger' | 'faults' | 'now'> {
  db: Database;
  crawlerId: string;
  schedule: Schedule;
}

/** Blame on a database; null: it is off, and every failure is the feed's. */
export function openBlame(
  { blame, polling, fetching }: Pick<Config, 'blame' | 'polling' | 'fetching'>,
  { db, crawlerId, schedule, ...deps }: OpenBlameDeps,
) {
  if (!blame.isOn) return null;
  const { agents } = createAddressGuard({ allow: fetching.allowPrivate });
  return createBlame({
    ...deps,
    ...blame,
    ...polling,
    store: createIncidentStore(db, blame.vantage, schedule),
    hosts: createHostMemory(db, crawlerId, schedule),
    outages: createOwnOutages(db, blame.vantage),
    reachHost: createReachHost(agents),
  });
}
