import type { ErrorType } from '@feedwarden/contracts';
import { classifyFailure, type FailureFact, type PollError } from '../classify-failure.js';

const STATUSES = [418, ...Array.from({ length: 200 }, (_, place) => 400 + place)];
const FACTS: FailureFact[] = [
  ...STATUSES.map((status): FailureFact => ({ kind: 'status', status, retryAfterAt: null })),
  { kind: 'connection_refused', detail: 'connect ECONNREFUSED' },
  { kind: 'not_a_feed', detail: 'this is a web page' },
];

const ERRORS = FACTS.map((fact) => classifyFailure(fact, 'https://news.example/feed'));

/** A failure of this type, from a fact that is classified so. */
export function samplePollError(type: ErrorType): PollError {
  const sample = ERRORS.find((error) => error.type === type);
  if (!sample) throw new Error(`no fact is classified as ${type}`);
  return sample;
}
