import type { FetchedPage, FetchPage, FetchResult } from '../../fetch/ports.js';
import type { Feed } from '../../poll/feed.js';
import type { Entry, PollOutcome, ReaderMemory, Validators } from '../../poll/outcome.js';
import type { ReadSource } from '../../poll/ports.js';
import { type Fetched, learnedFrom, whenChanged, withoutEntries } from '../page-reader.js';
import type { FailedReading, ReadingOptions, UnchangedReading } from '../ports.js';

/** The links to articles on a page, absolute, in the order of the page, each once. */
export type FindArticleLinks = (
  page: FetchedPage,
  options: ReadingOptions & { selector: string | null },
) => Promise<LinksReading>;
export type LinksReading =
  | { kind: 'links'; urls: string[]; bodyHash: string }
  | UnchangedReading
  | FailedReading;

/** The article of a page, or else its title and the beginning of its text; null for anything but a web page. */
export type ReadArticle = (page: FetchedPage, signal: AbortSignal) => Promise<Entry | null>;

export interface WatchlistReaderDeps {
  fetchPage: FetchPage;
  findArticleLinks: FindArticleLinks;
  readArticle: ReadArticle;
  /** The guids that the source does not have yet. */
  unknownGuids: (sourceId: string, guids: string[]) => Promise<string[]>;
  /** The polite wait between two requests of this feed. */
  pause: (feed: Feed, signal: AbortSignal) => Promise<void>;
}

const ARTICLES_PER_POLL = 20;
/** An article is given up after this many failures, until its link leaves the page. */
const MAX_TRIES = 3;
const TRIES_KEY = 'articles';
const LINKS_KEY = 'links';
/** The next poll then reads the list again, changed or not, and however long it stays fresh. */
const READ_AGAIN: Validators = { etag: null, lastModified: null, wireHash: '', bodyHash: '' };

/** How often each link has failed; a link that was read counts as given up. */
type Tries = Map<string, number>;

/** Reads a page that lists articles, then the articles that are new. An article that fails does not fail the poll. */
export function createWatchlistReader(deps: WatchlistReaderDeps): ReadSource {
  return whenChanged(deps.fetchPage, async (fetched, feed, signal) => {
    const selector = feed.settings.articleSelector;
    const links = await deps.findArticleLinks(fetched.page, { selector, knownHash: feed.bodyHash, signal });
    if (links.kind !== 'links') return withoutEntries(fetched, links);
    const before = linksBefore(feed.readerMemory);
    if (links.urls.length === 0 && before > 0) return withoutEntries(fetched, lostLinks(selector, before));
    return readNewArticles(deps, feed, fetched, links, signal);
  });
}

async function readNewArticles(
  deps: WatchlistReaderDeps,
  feed: Feed,
  list: Fetched,
  { urls: links, bodyHash }: Extract<LinksReading, { kind: 'links' }>,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const unknown = new Set(links.length > 0 ? await deps.unknownGuids(feed.sourceId, links) : []);
  const tries = recall(feed.readerMemory, unknown);
  const open = () => links.filter((link) => unknown.has(link) && (tries.get(link) ?? 0) < MAX_TRIES);
  const entries: Entry[] = [];
  const onTheList = learnedFrom(list, bodyHash);
  let { bytes } = onTheList;
  for (const link of open().slice(0, ARTICLES_PER_POLL)) {
    await deps.pause(feed, signal);
    signal.throwIfAborted();
    const fetched = await deps.fetchPage({ url: link, etag: null, lastModified: null }, signal);
    // A 429 stops this poll; it does not count against the article.
    if (fetched.kind === 'failed' && 'status' in fetched.fact && fetched.fact.status === 429) break;
    if (fetched.kind === 'page') bytes += fetched.page.body.bytes.length;
    const entry = fetched.kind === 'page' ? await deps.readArticle(fetched.page, signal) : null;
    signal.throwIfAborted();
    if (entry) entries.push({ ...entry, guid: link });
    tries.set(link, entry || isForbidden(fetched) ? MAX_TRIES : (tries.get(link) ?? 0) + 1);
  }
  const learned =
    open().length > 0
      ? { validators: READ_AGAIN, hints: { retryAfterAt: list.hints.retryAfterAt ?? null, freshUntil: null } }
      : {};
  return { kind: 'stored', entries, memory: remember(tries, links.length), ...onTheList, ...learned, bytes };
}

/** Retrying what robots.txt disallows is useless and impolite. */
function isForbidden(fetched: FetchResult): boolean {
  return fetched.kind === 'failed' && fetched.fact.kind === 'robots_disallowed';
}

/** Keeps only links that are on the page and not yet posts, so that it cannot grow. */
function recall(memory: ReaderMemory | null, unknown: Set<string>): Tries {
  try {
    const tries = Object.entries(JSON.parse(memory?.[TRIES_KEY] ?? '{}'));
    return new Map(
      tries.map(([link, count]) => [link, Number(count)] as const).filter(([link]) => unknown.has(link)),
    );
  } catch {
    return new Map();
  }
}

/** Remembers articles that were read too: one that is too old or a duplicate never becomes a post. */
function remember(tries: Tries, links: number): ReaderMemory {
  const articles = { [TRIES_KEY]: JSON.stringify(Object.fromEntries(tries)) };
  return links > 0 ? { ...articles, [LINKS_KEY]: String(links) } : articles;
}

/** How many links the last list had. A poll that fails leaves the number as it is. */
function linksBefore(memory: ReaderMemory | null): number {
  return Number(memory?.[LINKS_KEY] ?? 0);
}

/**
 * The page was redesigned, or is another page under the same URL. A list that has never had a link may be one that is
 * still empty, so only one that had is a failure.
 */
function lostLinks(selector: string | null, before: number): FailedReading {
  const by = selector?.trim() ? `the selector "${selector.slice(0, 200)}" finds` : 'the page has';
  const detail = `${by} no links to articles, where there were ${before} before`;
  return { kind: 'failed', fact: { kind: 'no_links', detail } };
}
