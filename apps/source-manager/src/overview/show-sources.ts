import { showGauges } from '@feedwarden/service-kit';
import type { Registry } from 'prom-client';
import type { ReadOverview } from './read-overview.js';

/** How many sources are well and how many are not, for alerts: the numbers of the overview. */
export function showSources(readOverview: ReadOverview, registry: Registry): void {
  showGauges(
    registry,
    {
      sources: {
        name: 'feedwarden_sources',
        help: 'Sources by status',
        labelNames: ['status'],
      },
      failing: {
        name: 'feedwarden_sources_in_trouble',
        help: 'Sources that are not healthy, by the error type of their last failure',
        labelNames: ['error_type'],
      },
      needing: {
        name: 'feedwarden_sources_that_need_you',
        help: 'Sources that no retry will help: only a person can',
      },
    },
    async () => {
      const { byStatus, byErrorType, needsYou } = await readOverview();
      return {
        sources: readings('status', byStatus),
        failing: readings('error_type', byErrorType),
        needing: needsYou.total,
      };
    },
  );
}

const readings = (label: string, counts: Record<string, number>) =>
  Object.entries(counts).map(([key, value]) => ({ labels: { [label]: key }, value }));
