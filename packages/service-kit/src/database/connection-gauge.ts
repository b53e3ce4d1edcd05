import { sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import { showGauges } from '../telemetry/gauges.js';
import type { Database } from './postgres.js';

/** The connections of this database by pool and state, those of other processes of the fleet included. */
export function showConnections(db: Database, registry: Registry): void {
  showGauges(
    registry,
    {
      connections: {
        name: 'feedwarden_database_connections',
        help: 'Connections to the database of this service by pool and state, of all its processes',
        labelNames: ['pool', 'state'],
      },
    },
    async () => {
      const rows = await db.execute<{ pool: string; state: string; connections: number }>(sql`
        select application_name as pool, coalesce(state, 'unknown') as state, count(*)::integer as connections
        from pg_stat_activity
        where datname = current_database() and usename = current_user and application_name ~ '^[a-z-]{1,40}$'
        group by 1, 2 limit 50`);
      return {
        connections: rows.map(({ pool, state, connections }) => ({
          labels: { pool, state },
          value: connections,
        })),
      };
    },
  );
}
