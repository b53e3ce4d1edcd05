import { systemOperations } from '@feedwarden/contracts';
import { Problem } from './problem.js';
import { type Route, routesOf } from './routes.js';

/** Rejects while the service cannot do its work. */
export type Readiness = () => Promise<void>;

/** `/healthz`: the process is alive. `/readyz`: it can do its work now. */
export function healthRoutes(readiness: Readiness): Route[] {
  return routesOf(systemOperations, {
    getHealth: () => ({ status: 'alive' }),
    getReadiness: async () => {
      try {
        await readiness();
      } catch {
        throw new Problem(503, 'the service cannot reach its database', { headers: { 'retry-after': '5' } });
      }
      return { status: 'ready' };
    },
  });
}
