import type { ErrorType } from '@feedwarden/contracts';
import type { PollError } from '../classify-failure.js';

interface FamilyTraits {
  /** How long an incident waits for each of its first probes; the last number repeats. */
  probeAfterMinutes: readonly [number, ...number[]];
  /** After so many days an incident is left to a person. */
  lostAfterDays: number;
}

/** What a failure looks like from outside, coarser than its code: failures of one family may have one cause. */
export const FAMILIES = {
  down: { probeAfterMinutes: [5, 10, 15, 30], lostAfterDays: 7 },
  dns: { probeAfterMinutes: [5, 10, 15, 30], lostAfterDays: 7 },
  missing: { probeAfterMinutes: [15, 30], lostAfterDays: 3 },
  garbled: { probeAfterMinutes: [15, 30, 60], lostAfterDays: 3 },
  denied: { probeAfterMinutes: [30, 60], lostAfterDays: 3 },
  limited: { probeAfterMinutes: [30, 60], lostAfterDays: 7 },
} as const satisfies Record<string, FamilyTraits>;

export type FailureFamily = keyof typeof FAMILIES;

type ObservedError = Pick<PollError, 'type' | 'code' | 'statusCode'>;

/** null: only the feed can be at fault. */
const BY_TYPE: Record<ErrorType, (error: ObservedError) => FailureFamily | null> = {
  upstream_failure: () => 'down',
  network: ({ code }) => (code.startsWith('dns_') ? 'dns' : 'down'),
  not_found: () => 'missing',
  gone: () => 'missing',
  // What robots.txt forbids, it forbids for this page.
  forbidden: ({ statusCode }) => (statusCode === 403 ? 'denied' : null),
  rate_limited: () => 'limited',
  parse_error: ({ code }) => (GARBLED_CODES.has(code) ? 'garbled' : null),
  unexpected: ({ statusCode }) => (DENIED_STATUSES.has(statusCode) ? 'denied' : null),
};
/** A document that is too large or too costly says nothing about the host. */
const GARBLED_CODES = new Set(['not_a_feed', 'malformed', 'undecodable']);
const DENIED_STATUSES = new Set([401, 402, 451]);

export const familyOf = (error: ObservedError): FailureFamily | null => BY_TYPE[error.type](error);

/** There was no HTTP response: the fault may be on our side of the wire. */
export const isTransport = ({ type }: Pick<PollError, 'type'>): boolean => type === 'network';

/** The host responded, and does not want to serve us. */
export function isDenial(error: ObservedError): boolean {
  const family = familyOf(error);
  return family === 'denied' || family === 'limited';
}
