import type { ErrorLevel, ErrorType, FailureType } from '@feedwarden/contracts';

/** A failure of the remote. Our own faults (a bug, the database) are exceptions and never become one. */
export interface PollError {
  type: ErrorType;
  level: ErrorLevel;
  failureType: FailureType;
  /** Finer than the type, for machines: `dns_not_found`, `timeout`, `http_410` … */
  code: string;
  /** 0 when no HTTP answer was had. */
  statusCode: number;
  url: string;
  message: string;
  retryAfterAt: Date | null;
}
