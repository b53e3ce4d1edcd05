/** What was observed when a poll failed, before anybody judges it. */
export type FailureFact =
  | { kind: 'status'; status: number; retryAfterAt: Date | null }
  /** `waitingFor`: what did not come in its time; missing when the time for the whole was over. */
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
  | 'too_large'
  | 'undecodable'
  | 'invalid_url'
  | 'too_many_redirects'
  | 'blocked_address'
  | 'robots_disallowed'
  | 'robots_unavailable'
  | 'unknown';
