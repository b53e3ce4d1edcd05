import { BLAMES, VERDICTS } from '@feedwarden/contracts';
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
  const blamed = new Counter({
    name: 'feedwarden_polls_blamed_total',
    help: 'Failed polls by who was at fault; only those of feed count against it',
    labelNames: ['blame'],
    registers: [registry],
  });
  const witnesses = new Counter({
    name: 'feedwarden_witness_polls_total',
    help: 'Feeds polled to learn whether their host is at fault, and what they said',
    labelNames: ['verdict'],
    registers: [registry],
  });
  for (const blame of BLAMES) blamed.inc({ blame }, 0);
  for (const verdict of ['alibi', 'failed']) witnesses.inc({ verdict }, 0);
  // From the start, so that the first disabling of a crawler is an increase.
  for (const { action } of Object.values(VERDICTS)) decisions.inc({ decision: action }, 0);
  return async (lease, feed, outcome, durationMs, ruling) => {
    const recorded = await recordOutcome(lease, feed, outcome, durationMs, ruling);
    if (!recorded) return recorded;
    if (recorded.blame) blamed.inc({ blame: recorded.blame });
    if (ruling?.role === 'witness') witnesses.inc({ verdict: recorded.error ? 'failed' : 'alibi' });
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
