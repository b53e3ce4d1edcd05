import type { DiscoveredFeed, EntryVerdict, Redirect } from '@feedwarden/contracts';
import { type AgeLimits, verdictByAge } from '../poll/judge-entries.js';
import { openEntry, type PolledEntry } from '../poll/outcome.js';
import type { FeedFacts } from '../readers/ports.js';
import type { FeedLink } from './ports.js';

const SAMPLE = 5;

/** Describes a feed and what a first poll would do with its entries. */
export function describeFeed(
  link: FeedLink & { redirects: Redirect[] },
  facts: FeedFacts,
  entries: PolledEntry[],
  limits: AgeLimits,
): DiscoveredFeed {
  const judged = entries.map((entry) => ({ entry, verdict: verdictByAge(entry, limits) }));
  const count = (verdict: EntryVerdict) => judged.filter((one) => one.verdict === verdict).length;
  return {
    ...link,
    ...facts,
    entries: entries.length,
    firstPoll: { store: count('store'), before_source: count('before_source'), too_old: count('too_old') },
    sample: judged.slice(0, SAMPLE).map(({ entry, verdict }) => {
      const { title, url, publishedAt } = openEntry(entry);
      return { title, url, publishedAt: publishedAt?.toISOString() ?? null, firstPoll: verdict };
    }),
  };
}
