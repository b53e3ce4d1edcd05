/** What was observed when a poll failed, before anybody judges it. */
export type FailureFact =
  | { kind: 'status'; status: number; retryAfterAt: Date | null }
  | { kind: 'timeout'; seconds: number }
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
  | 'unknown';
