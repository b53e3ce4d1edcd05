import type { ExplainReason } from '@feedwarden/contracts';
import type { Because, Explained } from './explain.js';

const incident = (what: string) => (because: Because) =>
  `${what} fails for all ${because.details.feeds} feeds (${because.details.code}) since ${because.details.since}; nothing is counted against it.`;

/** The reason in words. A reason without a row does not compile. */
const WORDS: Record<ExplainReason, (because: Because) => string> = {
  start: () => 'it is new, or was given a fresh start.',
  interval: () => 'that is its interval.',
  backoff: ({ details }) => `it failed ${details.failures} times in a row.`,
  retry_after: () => 'the server asked for that.',
  fresh_until: () => 'the last response is fresh until then.',
  feed_ttl: () => 'the feed says that it is not updated before.',
  skip_hours: () => 'the feed says that nothing is published before.',
  cooldown: ({ details }) => `it was disabled (${details.because}) at ${details.disabledAt}.`,
  manually_disabled: () => 'a person disabled it.',
  quarantined: () => 'it is quarantined.',
  source_disabled: () => 'its source is disabled.',
  no_feed: () => 'it has no feed URL.',
  host_incident: (because) => incident(`its host ${because.details.key}`)(because),
  route_incident: (because) => incident(`its part of the host ${because.details.key}`)(because),
  site_incident: (because) => incident(`its site ${because.details.key}`)(because),
  edge_block: (because) => incident(`${because.details.key}, in front of its host,`)(because),
  host_spacing: ({ details }) =>
    `its host ${details.host} is asked every ${details.spacingSeconds} s at most.`,
  host_resting: ({ details }) =>
    `its host ${details.host} counts our requests, and is left alone for a while.`,
  own_outage: ({ details }) =>
    `our own network is down since ${details.since}; nothing is counted against it.`,
  own_degraded: ({ details }) => `our own network loses connections since ${details.since}.`,
  postponed: () => 'the last poll met a fault of our own.',
  host_busy: ({ details }) => `${details.host} is being polled.`,
  not_yet_claimed: () => 'it is due and waits for a crawler.',
  waiting_for_source_manager: ({ details }) =>
    `source-manager has not confirmed ${details.commands} changes yet.`,
};

export function sentenceOf({ decides, state }: Explained): string {
  const why = WORDS[decides.reason](decides);
  if (state === 'polling' || state === 'due') return `Due since ${decides.at?.toISOString()}: ${why}`;
  return decides.at ? `Not polled before ${decides.at.toISOString()}: ${why}` : `Not polled: ${why}`;
}
