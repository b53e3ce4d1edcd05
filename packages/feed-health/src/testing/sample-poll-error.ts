import type { ErrorType } from '@feedwarden/contracts';
import { classifyFailure, type FailureFact, type PollError } from '../classify-failure.js';

const FACTS: Record<ErrorType, FailureFact> = {
  rate_limited: { kind: 'status', status: 429, retryAfterAt: null },
  forbidden: { kind: 'status', status: 403, retryAfterAt: null },
  not_found: { kind: 'status', status: 404, retryAfterAt: null },
  gone: { kind: 'status', status: 410, retryAfterAt: null },
  upstream_failure: { kind: 'status', status: 503, retryAfterAt: null },
  network: { kind: 'connection_refused', detail: 'connect ECONNREFUSED' },
  parse_error: { kind: 'not_a_feed', detail: 'this is a web page' },
  unexpected: { kind: 'status', status: 418, retryAfterAt: null },
};

/** A failure of this type as a poll would have met it. */
export function samplePollError(type: ErrorType): PollError {
  return classifyFailure(FACTS[type], 'https://news.example/feed');
}
