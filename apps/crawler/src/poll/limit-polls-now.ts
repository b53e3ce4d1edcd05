import { createSlots, inTimeOr } from '@feedwarden/pacing';
import type { PollNow, PollNowResult } from './poll-now.js';

/** The caller waits no longer for the response; the poll goes on, and its outcome is recorded. */
const RESPONSE_SECONDS = 120;

/** Bounds how many polls requested by people run at once. Further ones are refused instead of waiting out of sight. */
export function limitPollsNow(
  pollNow: PollNow,
  atOnce: number,
  responseSeconds: number = RESPONSE_SECONDS,
): { pollNow: PollNow; underWay: () => number } {
  const slots = createSlots(atOnce);
  return {
    underWay: slots.taken,
    pollNow: async (sourceId): Promise<PollNowResult> => {
      const release = slots.tryTake();
      if (!release) return { kind: 'too_many' };
      return inTimeOr<PollNowResult>(pollNow(sourceId).finally(release), responseSeconds, {
        kind: 'still_polling',
      });
    },
  };
}
