import { discoveryOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { Discover } from './discover.js';

/** Each discovery makes up to ten requests to strangers. */
const AT_ONCE = 4;

export function discoveryRoutes(discover: Discover): Route[] {
  let underWay = 0;
  return routesOf(discoveryOperations, {
    discover: async ({ body, response }) => {
      if (underWay >= AT_ONCE)
        throw new Problem(503, 'too many discoveries are running', { headers: { 'retry-after': '5' } });
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      underWay += 1;
      try {
        return await discover(body, gone.signal);
      } catch (error) {
        // The caller has gone.
        if (gone.signal.aborted) throw new Problem(503, 'the caller closed the connection');
        throw error;
      } finally {
        underWay -= 1;
      }
    },
  });
}
