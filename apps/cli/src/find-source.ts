import type { SourceClient } from '@feedwarden/client';
import type { Source } from '@feedwarden/contracts';
import { NotFoundError, UsageError } from './errors.js';

export const SOURCE_HELP =
  'its id, the beginning of it (4 characters or more), or the address of its feed or site';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHORTEST_PREFIX = 4;

/** The source that a person means: by its id, the unique beginning of one, or its address. */
export async function findSource(sources: SourceClient, text: string, signal: AbortSignal): Promise<Source> {
  if (UUID.test(text)) return sources.getSource(text, { signal });
  const found = isAddress(text)
    ? await sourcesAt(sources, text, signal)
    : await firstTwo(sources.allSources({ limit: 500 }, { signal }), byPrefix(text));
  const [one, another] = found;
  if (!one) throw new NotFoundError(`there is no source "${text}". See: feedwarden sources list`);
  if (!another) return one;
  throw new UsageError(
    `"${text}" is ambiguous: ${one.id} (${one.name}), ${another.id} (${another.name}) and maybe more`,
  );
}

/** At most two sources that have this address, whatever its scheme and its last slash. */
export function sourcesAt(sources: SourceClient, address: string, signal: AbortSignal): Promise<Source[]> {
  const wanted = bare(address);
  return firstTwo(
    sources.allSources({ q: wanted, limit: 500 }, { signal }),
    ({ feedUrl, siteUrl }) => bare(feedUrl ?? '') === wanted || bare(siteUrl ?? '') === wanted,
  );
}

async function firstTwo(all: AsyncIterable<Source>, matches: (source: Source) => boolean): Promise<Source[]> {
  const found: Source[] = [];
  for await (const source of all) {
    if (matches(source)) found.push(source);
    if (found.length === 2) break;
  }
  return found;
}

const isAddress = (text: string) => /[/.]/.test(text);

const bare = (url: string) => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');

function byPrefix(text: string): (source: Source) => boolean {
  if (/^[\da-f-]+$/i.test(text) && text.length >= SHORTEST_PREFIX)
    return ({ id }) => id.startsWith(text.toLowerCase());
  throw new UsageError(`"${text}" is not a source. Name one by ${SOURCE_HELP}`);
}
