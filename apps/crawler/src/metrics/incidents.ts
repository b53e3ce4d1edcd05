import { INCIDENT_KINDS, OWN_NETWORK_STATES } from '@feedwarden/contracts';
import { type Database, showGauges } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import type { BlameSettings } from '../blame/settings.js';

/** What fails wider than a feed, and whether it is us. */
export function showIncidents(db: Database, { vantage, isOn }: BlameSettings, registry: Registry): void {
  showGauges(
    registry,
    {
      incidents: {
        name: 'feedwarden_incidents_open',
        help: 'What fails as a whole, by kind: hosts, parts of them, domains, CDNs; the same in every crawler',
        labelNames: ['kind'],
      },
      network: {
        name: 'feedwarden_own_network',
        help: '1 for the state in which the network is that this crawler polls from, 0 for the others',
        labelNames: ['vantage', 'state'],
      },
    },
    async () => {
      const [open, [outage]] = await Promise.all([
        db.execute<{ kind: string; incidents: number }>(sql`
          select scope as kind, count(*)::integer as incidents from incidents where closed_at is null group by 1`),
        db.execute<{ state: string }>(sql`
          select state from own_outages where vantage = ${vantage} and to_at is null limit 1`),
      ]);
      const current = outage?.state ?? 'online';
      return {
        incidents: INCIDENT_KINDS.map((kind) => ({
          labels: { kind },
          value: open.find((row) => row.kind === kind)?.incidents ?? 0,
        })),
        // Without blame nobody looks, so nothing is known.
        network: isOn
          ? OWN_NETWORK_STATES.map((state) => ({
              labels: { vantage, state },
              value: state === current ? 1 : 0,
            }))
          : null,
      };
    },
  );
}
