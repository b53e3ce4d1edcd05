import { ApiError, ApiUnreachableError } from '@feedwarden/client';

/** What scripts can tell apart. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  unreachable: 5,
  cancelled: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = `Exit codes:
  0  done                      3  no such source, or nothing to poll
  1  it failed, or was refused 4  no token, or it does not allow this
  2  the call was wrong        5  a service cannot be reached
  130  cancelled by ctrl-C`;

/** The call was wrong: nothing was done. */
export class UsageError extends Error {}

/** What was asked for does not exist. */
export class NotFoundError extends Error {}

/** There is no token, and none can be made here. */
export class NoTokenError extends Error {}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof NotFoundError) return EXIT.notFound;
  if (error instanceof NoTokenError) return EXIT.notAllowed;
  if (error instanceof ApiUnreachableError) return EXIT.unreachable;
  if (!(error instanceof ApiError)) return EXIT.failed;
  if (error.status === 404) return EXIT.notFound;
  return error.status === 401 || error.status === 403 ? EXIT.notAllowed : EXIT.failed;
}
