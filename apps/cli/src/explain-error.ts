import { ApiError, ApiUnreachableError } from '@feedwarden/client';
import { UsageError } from './exit-codes.js';

/** One line: what is wrong, and what to do about it. */
export function explainError(error: unknown, command: string): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  const advice = adviceFor(error, command);
  return `feedwarden: ${text}${advice ? `${/[.!?:]$/.test(text) ? '' : '.'} ${advice}` : ''}`;
}

function adviceFor(error: unknown, command: string): string | null {
  if (error instanceof UsageError) return `See: ${command} --help`;
  if (error instanceof ApiUnreachableError)
    return 'Is it running (npm start), and at that address (--source-manager-url, --crawler-url)?';
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'Give another token by --token or FEEDWARDEN_TOKEN.';
  if (error.status === 403) return 'Give a token with that scope by --token or FEEDWARDEN_TOKEN.';
  if (error.retryAfterMs !== null) return `Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`;
  const fields = error.problem?.errors?.map(({ field, message }) => `${field} ${message}`);
  return fields && fields.length > 0 ? `${fields.join('; ')}.` : null;
}
