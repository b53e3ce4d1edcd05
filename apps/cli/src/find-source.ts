import type { SourceClient } from '@feedwarden/client';
import type { Source } from '@feedwarden/contracts';
import { NotFoundError, UsageError } from './exit-codes.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHORTEST_PREFIX = 4;

/** The source that a person means: by its id, the unique beginning of one, or its address. */
export async function findSource(sources: SourceClient, text: string, signal: AbortSignal): Promise<Source> {
  if (UUID.test(text)) return sources.getSource(text, { signal });
  const matches = isAddress(text) ? byAddress(text) : byPrefix(text);
  const query = isAddress(text) ? { q: text, limit: 500 } : { limit: 500 };
  const found: Source[] = [];
  for await (const source of sources.allSources(query, { signal })) {
    if (matches(source)) found.push(source);
    if (found.length > 1) break;
  }
  const [one, another] = found;
  if (!one) throw new NotFoundError(`there is no source "${text}". See: feedwarden sources list`);
  if (another)
    throw new UsageError(
      `"${text}" means ${one.id} (${one.name}) or ${another.id} (${another.name}), or more`,
    );
  return one;
}

const isAddress = (text: string) => /[/.]/.test(text);

const byAddress = (text: string) => {
  const bare = (url: string | null) => url?.replace(/^https?:\/\//i, '').replace(/\/$/, '') ?? null;
  return ({ feedUrl, siteUrl }: Source) => bare(feedUrl) === bare(text) || bare(siteUrl) === bare(text);
};

const byPrefix = (text: string) => {
  if (!/^[\da-f-]+$/i.test(text) || text.length < SHORTEST_PREFIX)
    throw new UsageError(
      `"${text}" is neither an id (or its first ${SHORTEST_PREFIX} characters or more) nor an address`,
    );
  return ({ id }: Source) => id.startsWith(text.toLowerCase());
};
