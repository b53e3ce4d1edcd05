import type { ErrorLevel, ErrorType, FailureType } from '@feedwarden/contracts';

/** What was observed when a poll failed, before it is classified. */
export type FailureFact =
  /** `detail`: what the status means there, where a person can use it. */
  | { kind: 'status'; status: number; retryAfterAt: Date | null; detail?: string }
  /** `waitingFor`: which step took too long; missing when the whole request did. */
  | { kind: 'timeout'; seconds: number; waitingFor?: string }
  | { kind: ObservedKind; detail: string };

type ObservedKind =
  | 'dns_not_found'
  | 'dns_trouble'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'tls'
  | 'not_a_feed'
  | 'malformed'
  /** A page that lists articles links to none, where it did before. */
  | 'no_links'
  | 'too_large'
  | 'undecodable'
  /** Reading the document took more time or memory than one may take. */
  | 'too_costly'
  /** Reading the document ended the process that read it. */
  | 'reader_crashed'
  | 'invalid_url'
  | 'too_many_redirects'
  | 'blocked_address'
  | 'robots_disallowed'
  | 'robots_unavailable'
  | 'unknown';

/** A failure of the remote. Internal errors (a bug, the database) are exceptions, never a PollError. */
export interface PollError {
  type: ErrorType;
  level: ErrorLevel;
  failureType: FailureType;
  /** Finer than the type, for machines: `dns_not_found`, `timeout`, `http_410` … */
  code: string;
  /** 0 without an HTTP response. */
  statusCode: number;
  url: string;
  message: string;
  retryAfterAt: Date | null;
}

export interface Classification {
  type: ErrorType;
  level: ErrorLevel;
  failureType: FailureType;
}

const warn = (type: ErrorType, failureType: FailureType): Classification => ({
  type,
  level: 'warn',
  failureType,
});
const needsAPerson = (failureType: FailureType): Classification => ({
  type: 'unexpected',
  level: 'error',
  failureType,
});

/** Facts other than an HTTP status. A new kind of fact does not compile until it has a row here. */
const BY_KIND = {
  timeout: warn('network', 'transient'),
  dns_not_found: warn('network', 'permanent'),
  dns_trouble: warn('network', 'transient'),
  connection_refused: warn('network', 'transient'),
  connection_reset: warn('network', 'transient'),
  unreachable: warn('network', 'transient'),
  tls: warn('network', 'transient'),
  not_a_feed: warn('parse_error', 'transient'),
  malformed: warn('parse_error', 'transient'),
  no_links: warn('parse_error', 'transient'),
  too_large: warn('parse_error', 'transient'),
  undecodable: warn('parse_error', 'transient'),
  too_costly: warn('parse_error', 'transient'),
  reader_crashed: warn('parse_error', 'transient'),
  invalid_url: warn('parse_error', 'transient'),
  robots_disallowed: warn('forbidden', 'permanent'),
  robots_unavailable: warn('upstream_failure', 'transient'),
  too_many_redirects: needsAPerson('transient'),
  blocked_address: needsAPerson('transient'),
  unknown: needsAPerson('transient'),
} satisfies Record<Exclude<FailureFact['kind'], 'status'>, Classification>;

const BY_STATUS: { from: number; to: number; is: Classification }[] = [
  { from: 401, to: 401, is: needsAPerson('permanent') },
  { from: 403, to: 403, is: warn('forbidden', 'permanent') },
  { from: 404, to: 404, is: warn('not_found', 'permanent') },
  { from: 410, to: 410, is: warn('gone', 'permanent') },
  { from: 429, to: 429, is: warn('rate_limited', 'transient') },
  { from: 500, to: 599, is: warn('upstream_failure', 'transient') },
];
const OTHER_STATUS = needsAPerson('transient');

const ofStatus = (status: number): Classification =>
  BY_STATUS.find(({ from, to }) => status >= from && status <= to)?.is ?? OTHER_STATUS;

/** What the code of an error says about it: the history remembers no more than that. */
export function classificationOf(code: string): Classification {
  const [, status] = /^http_(\d+)$/.exec(code) ?? [];
  if (status !== undefined) return ofStatus(Number(status));
  return Object.hasOwn(BY_KIND, code) ? BY_KIND[code as keyof typeof BY_KIND] : BY_KIND.unknown;
}

export function classifyFailure(fact: FailureFact, url: string): PollError {
  if (fact.kind === 'status') {
    return {
      ...ofStatus(fact.status),
      code: `http_${fact.status}`,
      statusCode: fact.status,
      url,
      message: fact.detail ? `${fact.detail} (HTTP ${fact.status})` : `HTTP ${fact.status}`,
      retryAfterAt: fact.retryAfterAt,
    };
  }
  return {
    ...BY_KIND[fact.kind],
    code: fact.kind,
    statusCode: 0,
    url,
    message: fact.kind === 'timeout' ? timeoutMessage(fact) : fact.detail,
    retryAfterAt: null,
  };
}

function timeoutMessage({ seconds, waitingFor }: Extract<FailureFact, { kind: 'timeout' }>): string {
  return `timeout after ${seconds}s${waitingFor ? ` waiting for ${waitingFor}` : ''}`;
}
