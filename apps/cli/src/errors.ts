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

export const EXIT_MEANINGS: [code: ExitCode, meaning: string][] = [
  [EXIT.ok, 'done'],
  [EXIT.failed, 'failed or refused'],
  [EXIT.usage, 'wrong usage; nothing was done'],
  [EXIT.notFound, 'no such source, webhook or incident, or nothing to poll at the address'],
  [EXIT.notAllowed, 'no token, or one that does not allow this'],
  [EXIT.unreachable, 'a service cannot be reached'],
  [EXIT.cancelled, 'cancelled by ctrl-C'],
];

/** The command was called in a wrong way: nothing was done. */
export class UsageError extends Error {}

/** What was asked for does not exist. */
export class NotFoundError extends Error {}

/** There is no token, and none can be created here. */
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

/** One line: what is wrong, and what to do about it. */
export function explainError(error: unknown, command: string): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  const advice = adviceFor(error, command);
  return `feedwarden: ${text}${advice ? `${/[.!?:)]$/.test(text) ? '' : '.'} ${advice}` : ''}`;
}

function adviceFor(error: unknown, command: string): string | null {
  if (error instanceof UsageError) return `See: ${command} --help`;
  if (error instanceof ApiUnreachableError)
    return 'Is it running (npm start), and at that address (--source-manager-url, --crawler-url)?';
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'Give another token with --token or FEEDWARDEN_TOKEN.';
  if (error.status === 403) return 'Give a token with that scope with --token or FEEDWARDEN_TOKEN.';
  if (error.retryAfterMs !== null) return `Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`;
  const fields = error.problem?.errors?.map(({ field, message }) => `${field} ${message}`);
  return fields && fields.length > 0 ? `${fields.join('; ')}.` : null;
}

const JWT = /\beyJ[\w-]*(?:\.[\w-]*){1,2}/g;

/** An error message ends up in logs and bug reports: no token in it, not even one that stood in the wrong place. */
export function withoutTokens(text: string, tokens: (string | undefined)[]): string {
  return tokens.reduce<string>(
    (rest, token) => (token ? rest.replaceAll(token, '…') : rest),
    text.replace(JWT, '…'),
  );
}
