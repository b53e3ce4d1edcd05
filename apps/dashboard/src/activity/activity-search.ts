import type { SourceAction } from '@feedwarden/contracts';
import { ACTIONS } from '../words/events.js';

export interface ActivitySearch {
  actor?: string;
  action?: string;
  since?: string;
}

const HOUR = 3_600_000;
export const SINCE: Record<string, { word: string; ms: number }> = {
  hour: { word: 'in the last hour', ms: HOUR },
  day: { word: 'in the last day', ms: 24 * HOUR },
  week: { word: 'in the last week', ms: 7 * 24 * HOUR },
};

export function readActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  const { actor, action, since } = raw;
  return {
    ...(typeof actor === 'string' && actor && { actor }),
    ...(typeof action === 'string' && Object.hasOwn(ACTIONS, action) && { action }),
    ...(typeof since === 'string' && Object.hasOwn(SINCE, since) && { since }),
  };
}

/** As the API is asked. */
export function activityQuery({ actor, action, since }: ActivitySearch, now: Date) {
  const back = since ? SINCE[since]?.ms : undefined;
  return {
    ...(actor && { actor }),
    ...(action && { action: action as SourceAction }),
    ...(back && { since: new Date(now.getTime() - back).toISOString() }),
  };
}
