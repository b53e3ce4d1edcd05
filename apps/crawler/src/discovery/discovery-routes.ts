import {
  type DiscoveryLine,
  type DiscoveryRequest,
  discoveryOperations,
  NDJSON_MEDIA_TYPE,
} from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { Discover } from './discover.js';

/** Each discovery makes up to ten requests to strangers. */
const AT_ONCE = 4;

export function discoveryRoutes(discover: Discover): Route[] {
  let underWay = 0;

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  }

  return routesOf(discoveryOperations, {
    discover: async ({ body, response }) => {
      if (underWay >= AT_ONCE)
        throw new Problem(503, 'too many discoveries are running', { headers: { 'retry-after': '5' } });
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      if (response.req.accepts(['application/json', NDJSON_MEDIA_TYPE]) === NDJSON_MEDIA_TYPE) {
        response.type(NDJSON_MEDIA_TYPE);
        return linesOf((tell) => inTurn(() => discoverAloud(discover, body, gone.signal, tell)));
      }
      try {
        return await inTurn(() => discover(body, gone.signal));
      } catch (error) {
        // The caller has gone.
        if (gone.signal.aborted) throw new Problem(503, 'the caller closed the connection');
        throw error;
      }
    },
  });
}

type Tell = (line: DiscoveryLine) => void;

async function discoverAloud(
  discover: Discover,
  request: DiscoveryRequest,
  signal: AbortSignal,
  tell: Tell,
): Promise<void> {
  tell({ kind: 'result', discovery: await discover(request, signal, tell) });
}

/** What the work tells, as it tells it. The work begins at once, and its failure ends the response. */
function linesOf(work: (tell: Tell) => Promise<void>): AsyncGenerator<string> {
  const told: string[] = [];
  let wake = () => {};
  const done = work((line) => {
    told.push(`${JSON.stringify(line)}\n`);
    wake();
  }).finally(() => wake());
  // Awaited below, unless the caller has gone.
  done.catch(() => {});
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  done.then(over, over);

  async function* lines() {
    while (!isOver || told.length > 0) {
      yield told.splice(0).join('');
      if (isOver || told.length > 0) continue;
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([more, done]);
    }
    await done;
  }
  return lines();
}
