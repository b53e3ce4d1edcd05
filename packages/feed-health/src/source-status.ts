import { MANUAL_REASON, type SourceStatus } from '@feedwarden/contracts';
import type { SourceSwitches } from './decide-switch.js';

export interface StatusFacts extends SourceSwitches {
  hasFeed: boolean;
  consecutiveFailures: number;
  /** When the cooldown ends, if there is one. */
  feedRetryAt: Date | null;
}

/** What a person wants to know first about a source: what keeps it from being polled, or else how its polls went. */
export function sourceStatus(facts: StatusFacts, now: Date): SourceStatus {
  if (!facts.enabled) return 'disabled';
  if (!facts.hasFeed) return 'no_feed';
  if (facts.quarantinedAt) return 'quarantined';
  if (facts.feedSwitch?.reason === MANUAL_REASON) return 'disabled';
  if (facts.feedSwitch) return facts.feedRetryAt && facts.feedRetryAt > now ? 'cooling_down' : 'probing';
  return facts.consecutiveFailures > 0 ? 'failing' : 'healthy';
}
