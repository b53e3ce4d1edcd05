import { Router } from 'express';
import { Problem } from './problem.js';

/** Rejects while the service cannot do its work. */
export type Readiness = () => Promise<void>;

/** `/healthz`: the process is alive. `/readyz`: it can do its work now. */
export function healthRoutes(readiness: Readiness): Router {
  const routes = Router();
  routes.get('/healthz', (_request, response) => {
    response.json({ status: 'alive' });
  });
  routes.get('/readyz', async (_request, response) => {
    try {
      await readiness();
    } catch {
      throw new Problem(503, 'the service cannot reach its database', { headers: { 'retry-after': '5' } });
    }
    response.json({ status: 'ready' });
  });
  return routes;
}
