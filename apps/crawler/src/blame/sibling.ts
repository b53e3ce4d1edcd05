import type { Sibling } from '@feedwarden/feed-health';
import type { Feed } from '../poll/feed.js';
import type { PollOutcome } from '../poll/outcome.js';
import { routeOf } from './places.js';

/** A feed as a witness about its host. */
export function siblingOf({ sourceId, settings, enabled, feedSwitch, quarantinedAt, health }: Feed): Sibling {
  return {
    sourceId,
    route: routeOf(settings.feedUrl ?? ''),
    lastPolledAt: health.lastPolledAt,
    lastSuccessAt: health.lastSuccessAt,
    lastErrorType: health.lastErrorType,
    failingSince: health.failingSince,
    isDisabled: !enabled || feedSwitch !== null || quarantinedAt !== null,
  };
}

/** Who responded in front of its host. */
export const edgeOfOutcome = (outcome: PollOutcome): string | null =>
  (outcome.kind === 'failed' ? outcome.edge : outcome.hints?.edge) ?? null;
