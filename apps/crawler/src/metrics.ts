import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RecordOutcome } from './poll/ports.js';

/** Counts polls at their one exit: outcome, error type and duration. */
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
  return async (lease, feed, outcome, durationMs) => {
    const recorded = await recordOutcome(lease, feed, outcome, durationMs);
    if (!recorded) return recorded;
    polls.inc({ outcome: outcome.kind, error_type: recorded.error?.type ?? '' });
    durations.observe({ outcome: outcome.kind }, durationMs / 1000);
    return recorded;
  };
}

export interface WorkInHand {
  hosts: () => number;
  pollsNow: () => number;
  /** null: not known now. */
  outboxLength: () => Promise<number | null>;
}

/** What is in progress; read only when metrics are scraped. */
export function showWorkInHand({ hosts, pollsNow, outboxLength }: WorkInHand, registry: Registry): void {
  gauge('feedwarden_hosts_being_polled', 'Hosts this crawler is polling', hosts);
  gauge('feedwarden_polls_now', 'Polls in progress that people requested', pollsNow);
  gauge('feedwarden_outbox_commands', 'Commands waiting for source-manager', outboxLength);

  function gauge(name: string, help: string, read: () => number | Promise<number | null>): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await read()) ?? Number.NaN);
      },
    });
  }
}
