import { discoveryOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { Discover } from './discover.js';

/** Each asks strangers up to ten times; who wants more at once is not looking for a feed. */
const AT_ONCE = 4;

export function discoveryRoutes(discover: Discover): Route[] {
  let underWay = 0;
  return routesOf(discoveryOperations, {
    discover: async ({ body, response }) => {
      if (underWay >= AT_ONCE)
        throw new Problem(503, 'others are looking for feeds right now', { headers: { 'retry-after': '5' } });
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      underWay += 1;
      try {
        return await discover(body, gone.signal);
      } catch (error) {
        // Nobody is there to read it.
        if (gone.signal.aborted) throw new Problem(503, 'the request was given up');
        throw error;
      } finally {
        underWay -= 1;
      }
    },
  });
}
