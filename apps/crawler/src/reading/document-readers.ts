import type { FailureFact } from '@feedwarden/feed-health';
import { createByteBudget } from '@feedwarden/pacing';
import type { ReadingPool, ReadingResult } from '@feedwarden/reading-pool';
import type { Logger } from '@feedwarden/service-kit';
import type { FindFeedLinks } from '../discovery/ports.js';
import type { FetchedPage } from '../fetch/ports.js';
import type { EntriesReading, FailedReading, ReadEntries } from '../readers/ports.js';
import type { FindArticleLinks, ReadArticle } from '../readers/watchlist/watchlist-reader.js';
import type { ReadTwitterTimeline, ReadTwitterUser } from '../readers/x/x-reader.js';
import type { RobotsReader } from '../robots/ask-robots.js';
import type { PageInput, ReadingTasks } from './reading-tasks.js';

/** Few jobs for many small texts, and none that takes long. */
const HTML_PART_CHARS = 256 * 1024;

/** Hundreds of ordinary documents, and a dozen of the largest. */
const MAX_BYTES_IN_MEMORY = 128 * 1024 * 1024;

export type DocumentPool = Pick<ReadingPool<ReadingTasks>, 'run'>;

export type DocumentReaders = ReturnType<typeof createDocumentReaders>;

/** Reads documents by strangers in other processes. A document that is too much for them is a failure of the remote. */
export function createDocumentReaders(pool: DocumentPool, logger: Logger) {
  const budget = createByteBudget(MAX_BYTES_IN_MEMORY);

  async function run<Name extends keyof ReadingTasks>(
    task: Name,
    url: string,
    job: { input: ReadingTasks[Name]['input']; bytes: Uint8Array },
    signal?: AbortSignal,
  ): Promise<Read<Name> | FailedReading> {
    const release = budget.hold(job.bytes.length);
    const result = await pool.run({ task, ...job }, signal ? { signal } : {}).finally(release);
    if (result.kind === 'crashed') {
      const { detail, lastWords } = result;
      // It may show a mistake of ours.
      logger.warn({ task, url, error: detail, lastWords }, 'a document crashed its reader');
    }
    return result.kind === 'read' ? result : { kind: 'failed', fact: factOf(result) };
  }

  const readFeed: ReadEntries = async (page, { signal, ...known }) =>
    entriesOf(await run('feed', page.url, jobOf(page, known), signal));

  /** Finding the article takes too long on some pages; the main block is found on all. */
  const readWebsite: ReadEntries = async (page, { knownHash, signal }) => {
    const read = async (asBlock: boolean) =>
      entriesOf(await run('website', page.url, jobOf(page, { knownHash, asBlock }), signal));
    const reading = await read(false);
    return reading.kind === 'failed' && reading.fact.kind === 'too_costly' ? read(true) : reading;
  };

  const findArticleLinks: FindArticleLinks = async (page, { selector, knownHash, signal }) => {
    const read = await run('articleLinks', page.url, jobOf(page, { knownHash, selector }), signal);
    if (read.kind === 'failed') return read;
    return read.value.kind === 'links' ? { ...read.value, urls: read.items } : read.value;
  };

  /** Readability takes long on some pages; the summary is made without it. */
  const readArticle: ReadArticle = async (page, signal) => {
    for (const asSummary of [false, true]) {
      const read = await run('article', page.url, jobOf(page, { knownHash: null, asSummary }), signal);
      if (read.kind === 'read') return read.items[0] ? entryOf(read.items[0]) : null;
    }
    return null;
  };

  const findFeedLinks: FindFeedLinks = async (page, signal) => {
    const read = await run('feedLinks', page.url, jobOf(page, { knownHash: null }), signal);
    return read.kind === 'read' ? read.items : [];
  };

  const readTwitterUser: ReadTwitterUser = async (page, signal) => {
    const read = await run('xUser', page.url, jobOf(page, { knownHash: null }), signal);
    return read.kind === 'read' ? read.value : read;
  };

  const readTwitterTimeline: ReadTwitterTimeline = async (page, user, signal) => {
    const read = await run('xTimeline', page.url, jobOf(page, { knownHash: null, user }), signal);
    if (read.kind === 'failed') return read;
    if (read.value.kind === 'failed') return read.value;
    return { kind: 'read', value: { ...read.value.value, entries: read.items.map(entryOf) } };
  };

  const robots: RobotsReader = {
    async rulesOf(page, agent, signal) {
      const read = await run('robotsRules', page.url, jobOf(page, { knownHash: null, agent }), signal);
      return read.kind === 'read' ? read.value : '';
    },
    async allows(rules, about, signal) {
      const job = { input: about, bytes: Buffer.from(rules) };
      const read = await run('robotsAllow', about.robotsUrl, job, signal);
      return read.kind === 'failed' || read.value;
    },
  };

  /** One for each, in their order; null where it would take too much. */
  async function toSafeHtml(list: string[]): Promise<(string | null)[]> {
    return (await Promise.all(inParts(list, HTML_PART_CHARS).map(partToSafeHtml))).flat();
  }

  async function partToSafeHtml(list: string[]): Promise<(string | null)[]> {
    const read = await run('safeHtml', '', { input: null, bytes: Buffer.from(JSON.stringify(list)) });
    if (read.kind === 'read') return read.items;
    if (list.length <= 1) return list.map(() => null);
    return (await Promise.all(list.map((html) => partToSafeHtml([html])))).flat();
  }

  return {
    /** For bodies that arrive, too: those that wait to be read leave less room for more. */
    budget,
    readFeed,
    readWebsite,
    findArticleLinks,
    readArticle,
    findFeedLinks,
    readTwitterUser,
    readTwitterTimeline,
    robots,
    toSafeHtml,
  };
}

function entriesOf(read: Read<'feed' | 'website'> | FailedReading): EntriesReading {
  if (read.kind === 'failed') return read;
  const { value, items } = read;
  return value.kind === 'entries' ? { ...value, entries: items.map(entryOf) } : value;
}

/** In their order, few enough for one job; one that is larger is alone. */
function inParts(list: string[], maxChars: number): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const html of list) {
    if (html.length > left) {
      parts.push([]);
      left = maxChars;
    }
    parts.at(-1)?.push(html);
    left -= html.length;
  }
  return parts;
}

type Read<Name extends keyof ReadingTasks> = Extract<
  ReadingResult<ReadingTasks[Name]['value'], ReadingTasks[Name]['item']>,
  { kind: 'read' }
>;

function jobOf<More extends { knownHash: string | null }>(
  { url, contentType, body }: FetchedPage,
  more: More,
) {
  const { bytes, ...received } = body;
  const input: PageInput & More = { url, contentType, ...received, ...more };
  return { input, bytes };
}

function factOf(result: Exclude<ReadingResult, { kind: 'read' }>): FailureFact {
  if (result.kind === 'too_costly')
    return { kind: 'too_costly', detail: `reading it costs too much: ${result.detail}` };
  return { kind: 'reader_crashed', detail: `reading it crashed the reader: ${result.detail}` };
}

function entryOf<Item extends { publishedAt: string | null }>(entry: Item) {
  return { ...entry, publishedAt: entry.publishedAt === null ? null : new Date(entry.publishedAt) };
}
