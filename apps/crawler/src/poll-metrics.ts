import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RecordOutcome } from './poll/ports.js';

/** Counts at the one exit of every poll: what came of it, and how long it took. */
export function countingPolls(recordOutcome: RecordOutcome, registry: Registry): RecordOutcome {
  const polls = new Counter({
    name: 'feedwarden_polls_total',
    help: 'Polls that were recorded, by outcome and type of error',
    labelNames: ['outcome', 'error_type'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'feedwarden_poll_duration_seconds',
    help: 'Time from the begin of a poll to its outcome, without the recording',
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
  /** Null: it cannot be told now. */
  outbox: () => Promise<number | null>;
}

/** What is under way, asked when somebody looks. */
export function showWorkInHand({ hosts, pollsNow, outbox }: WorkInHand, registry: Registry): void {
  gauge('feedwarden_hosts_being_polled', 'Hosts that this crawler polls now', hosts);
  gauge('feedwarden_polls_now', 'Polls under way that somebody asked for', pollsNow);
  gauge('feedwarden_outbox_commands', 'Commands that wait for source-manager', outbox);

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
