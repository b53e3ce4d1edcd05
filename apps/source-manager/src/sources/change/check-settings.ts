import { SOURCE_TYPES, type SourceType } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';

interface Polled {
  type: SourceType;
  feedUrl: string | null;
}

/** What no field can say alone: whether there is something of this type at this URL to poll. */
export function requirePollable(source: Polled): void {
  const message = whyNotPollable(source);
  if (message !== null)
    throw new Problem(400, 'the body is not valid: feedUrl', { errors: [{ field: 'feedUrl', message }] });
}

/** What is wrong with the feedUrl; null: nothing. */
export function whyNotPollable({ type, feedUrl }: Polled): string | null {
  return feedUrl ? SOURCE_TYPES[type].urlProblem(feedUrl) : null;
}
