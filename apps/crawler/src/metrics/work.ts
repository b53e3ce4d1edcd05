import { VERDICTS } from '@feedwarden/contracts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HostLease, HostLeases, RecordOutcome } from '../poll/ports.js';

/** Counts polls at their one exit: outcome, error type, duration and what was decided. */
export function countPolls(recordOutcome: RecordOutcome, registry: Registry): RecordOutcome {
  const polls = new Counter({
    name: 'feedwarden_polls_total',
    help: 'Recorded polls by outcome and error type',
    labelNames: ['outcome', 'error_type'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'feedwarden_poll_duration_seconds',
    help: 'Time from the start of a poll to its outcome, without recording it',
    labelNames: ['outcome'],
    buckets: [0.1, 0.3, 1, 3, 10, 30, 100],
    registers: [registry],
  });
  const decisions = new Counter({
    name: 'feedwarden_decisions_total',
    help: 'What polls decided about the switches of their sources',
    labelNames: ['decision'],
    registers: [registry],
  });
  // From the start, so that the first disabling of a crawler is an increase.
  for (const { action } of Object.values(VERDICTS)) decisions.inc({ decision: action }, 0);
  return async (lease, feed, outcome, durationMs) => {
    const recorded = await recordOutcome(lease, feed, outcome, durationMs);
    if (!recorded) return recorded;
    polls.inc({ outcome: outcome.kind, error_type: recorded.error?.type ?? '' });
    durations.observe({ outcome: outcome.kind }, durationMs / 1000);
    for (const { kind } of recorded.verdicts) decisions.inc({ decision: VERDICTS[kind].action });
    return recorded;
  };
}

/** Counts the hosts this crawler takes: those that are due, those of a crawler that fell silent, and by request. */
export function countClaims(leases: HostLeases, registry: Registry): HostLeases {
  const claims = new Counter({
    name: 'feedwarden_hosts_claimed_total',
    help: 'Hosts claimed by this crawler: due, taken over from another crawler (abandoned), or for a requested poll',
    labelNames: ['why'],
    registers: [registry],
  });
  const counted = (why: string, taken: HostLease[]) => {
    claims.inc({ why }, taken.length);
    return taken;
  };
  return {
    ...leases,
    claimDue: async (limit) => counted('due', await leases.claimDue(limit)),
    claimAbandoned: async (limit) => counted('abandoned', await leases.claimAbandoned(limit)),
    claim: async (host) => {
      const lease = await leases.claim(host);
      if (lease) counted('requested', [lease]);
      return lease;
    },
  };
}

export interface WorkInHand {
  hosts: () => number;
  pollsNow: () => number;
}

/** What is in progress; read only when metrics are scraped. */
export function showWorkInHand({ hosts, pollsNow }: WorkInHand, registry: Registry): void {
  gauge('feedwarden_hosts_being_polled', 'Hosts this crawler is polling', hosts);
  gauge('feedwarden_polls_now', 'Polls in progress that people requested', pollsNow);

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
}
