import { setTimeout as sleep } from 'node:timers/promises';
import type { PollNow, PollNowResult } from './poll-now.js';

/** Nobody waits longer for an answer; the poll goes on, and what comes of it is recorded. */
const ANSWER_PATIENCE_MS = 120_000;

/** So many polls at the request of people at once. Who comes on top is told so, instead of waiting where nobody sees it. */
export function limitPollsNow(
  pollNow: PollNow,
  atOnce: number,
  patienceMs: number = ANSWER_PATIENCE_MS,
): { pollNow: PollNow; underWay: () => number } {
  let underWay = 0;

  async function counted(sourceId: string): Promise<PollNowResult> {
    underWay += 1;
    try {
      return await pollNow(sourceId);
    } finally {
      underWay -= 1;
    }
  }

  return {
    underWay: () => underWay,
    pollNow: async (sourceId) => {
      if (underWay >= atOnce) return { kind: 'too_many' };
      const answered = new AbortController();
      const patience = sleep<PollNowResult>(
        patienceMs,
        { kind: 'still_polling' },
        { signal: answered.signal },
      );
      // Only the abort below rejects it.
      patience.catch(() => {});
      try {
        return await Promise.race([counted(sourceId), patience]);
      } finally {
        answered.abort();
      }
    },
  };
}
