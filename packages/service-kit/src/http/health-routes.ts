import { systemOperations } from '@feedwarden/contracts';
import { inTime } from '@feedwarden/pacing';
import type { Availability } from '../lifecycle/availability.js';
import type { Metrics } from '../telemetry/metrics.js';
import { Problem } from './problem.js';
import { type Route, routesOf } from './routes.js';

/** Rejects while the service cannot do its work. */
export type Readiness = () => Promise<void>;

export interface HealthParts {
  readiness: Readiness;
  availability: Availability;
  metrics: Metrics;
}

/** Who asks whether we are ready will not wait long for the answer. */
const READY_WITHIN_SECONDS = 3;

/** `/healthz`: the process is alive. `/readyz`: it can do its work now. `/metrics`: how it fares. */
export function healthRoutes({ readiness, availability, metrics }: HealthParts): Route[] {
  return routesOf(systemOperations, {
    getHealth: () => ({ status: 'alive' }),
    getReadiness: async () => {
      availability.check();
      try {
        await inTime(readiness(), READY_WITHIN_SECONDS);
      } catch {
        throw new Problem(503, 'the service cannot reach its database', { headers: { 'retry-after': '5' } });
      }
      return { status: 'ready' };
    },
    getMetrics: () => metrics.registry.metrics(),
  });
}
