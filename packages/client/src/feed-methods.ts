import {
  type FeedHistory,
  feedHistorySchema,
  type PollAnswer,
  pollAnswerSchema,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** A poll is as slow as the site it polls, and waits for its turn at the host. */
const POLL_TIMEOUT_MS = 120_000;

/** The polls of a source. Scopes `sources:read` and `feeds:toggle`. */
export function feedMethods(api: CallApi) {
  const feedPath = (sourceId: string) => `/api/v1/feeds/${encodeURIComponent(sourceId)}`;

  return {
    /** The failure state of a source, its last polls, and when the next one is and why then. */
    feedHistory: (sourceId: string, options?: CallOptions): Promise<FeedHistory> =>
      api.json({ method: 'GET', path: feedPath(sourceId) }, feedHistorySchema, options),

    /** Polls a source now, in whatever state it is. A poll that failed is an answer too: see its `outcome`. */
    pollNow: (sourceId: string, options?: CallOptions): Promise<PollAnswer> =>
      api.json(
        { method: 'POST', path: `${feedPath(sourceId)}/poll`, timeoutMs: POLL_TIMEOUT_MS },
        pollAnswerSchema,
        options,
      ),
  };
}
