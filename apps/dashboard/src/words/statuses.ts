import type { ErrorType, Source, SourceStatus } from '@feedwarden/contracts';

/** What is shown: a source that was never polled is healthy to the API, but nobody knows that yet. */
export type ShownStatus = SourceStatus | 'new';

interface StatusWords {
  word: string;
  /** The token of its colour. */
  colour: string;
  /** What it means, for a tooltip. */
  means: string;
}

/** In the order of the page. A status is a shape, a word and a colour; the shapes are in `parts/Shape`. */
export const STATUSES: Record<ShownStatus, StatusWords> = {
  healthy: { word: 'Healthy', colour: 'healthy', means: 'the last poll succeeded' },
  failing: { word: 'Failing', colour: 'failing', means: 'polls fail, and are tried again' },
  cooling_down: { word: 'Cooling down', colour: 'cooling-down', means: 'out of polling until a probe' },
  probing: { word: 'Probing', colour: 'probing', means: 'the cooldown is over; the next poll decides' },
  quarantined: { word: 'Quarantined', colour: 'quarantined', means: 'out of polling until it is released' },
  disabled: { word: 'Disabled', colour: 'disabled', means: 'not polled until it is enabled' },
  no_feed: { word: 'No feed yet', colour: 'no-feed', means: 'there is no address to poll' },
  new: { word: 'New', colour: 'healthy', means: 'not polled yet' },
};

/** The statuses of the API, which lists can be filtered by. */
export const LISTED_STATUSES = (Object.keys(STATUSES) as ShownStatus[]).filter(
  (status): status is SourceStatus => status !== 'new',
);

export function shownStatus({ status, lastPolledAt }: Pick<Source, 'status' | 'lastPolledAt'>): ShownStatus {
  return status === 'healthy' && lastPolledAt === null ? 'new' : status;
}

interface ErrorWords {
  word: string;
  /** On a badge, when nothing more exact is known. */
  code: string;
  /** What the polls did, in a sentence: "Three polls in a row …". */
  did: string;
  colour: string;
}

/** In the order of the chart: what servers do first. */
export const ERRORS: Record<ErrorType, ErrorWords> = {
  upstream_failure: {
    word: 'Server error',
    code: '5xx',
    did: 'got a server error',
    colour: 'error-upstream-failure',
  },
  network: { word: 'Network', code: 'network', did: 'did not reach the server', colour: 'error-network' },
  not_found: { word: 'Not found', code: '404', did: 'answered 404', colour: 'error-not-found' },
  parse_error: { word: 'Not a feed', code: 'not a feed', did: 'got no feed', colour: 'error-parse-error' },
  forbidden: { word: 'Forbidden', code: '403', did: 'were forbidden', colour: 'error-forbidden' },
  gone: { word: 'Gone', code: '410', did: 'answered 410', colour: 'error-gone' },
  rate_limited: { word: 'Rate limited', code: '429', did: 'were rate limited', colour: 'error-rate-limited' },
  unexpected: { word: 'Unexpected', code: '?', did: 'failed unexpectedly', colour: 'error-unexpected' },
};

export const ERROR_TYPES = Object.keys(ERRORS) as ErrorType[];

/** What stands on the badge: the HTTP status that the message names, else the code of the type. */
export function errorCode(type: ErrorType, message: string | null): string {
  const status = /^HTTP (\d{3})\b/.exec(message ?? '')?.[1];
  if (status) return status;
  if (/robots/i.test(message ?? '')) return 'robots';
  if (/not a public address/.test(message ?? '')) return 'blocked';
  if (/^timeout|timed out/i.test(message ?? '')) return 'timeout';
  if (/certificate|TLS|SSL/i.test(message ?? '')) return 'tls';
  return ERRORS[type].code;
}
