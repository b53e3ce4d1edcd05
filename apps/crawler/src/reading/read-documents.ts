import { createHash } from 'node:crypto';
import { decodeText } from '@feedwarden/decode-text';
import { decodeBody } from '@feedwarden/guarded-fetch/decode-body';
import type { Reading, TaskHandlers } from '@feedwarden/reading-pool';
import type { Entry } from '../poll/outcome.js';
import { extractFeed } from '../readers/feed/extract-feed.js';
import type { ExtractEntries, FailedReading, PageText } from '../readers/ports.js';
import type { EntryInJson, PageInput, ReadingTasks, SealedEntryInJson } from './reading-tasks.js';

/**
 * How each kind of document is read, in a process that may die of it. What few crawlers need is loaded with the first
 * document that needs it.
 */
export const readDocuments: TaskHandlers<ReadingTasks> = {
  feed: (input, bytes) => readEntries(input, bytes, extractFeed, sealed),

  async website(input, bytes) {
    const { extractWebsite } = await import('../readers/website/extract-website.js');
    const options = input.asBlock ? { readable: null } : {};
    return readEntries(input, bytes, (page) => extractWebsite(page, options), inJson);
  },

  async articleLinks(input, bytes) {
    const { findArticleLinks } = await import('../readers/watchlist/find-article-links.js');
    const body = open(input, bytes);
    if (body.kind === 'failed') return withoutItems(body);
    const { bodyHash } = body;
    if (bodyHash === input.knownHash) return withoutItems({ kind: 'unchanged', bodyHash });
    const links = findArticleLinks(body.text(), input.selector);
    return links.kind === 'failed'
      ? withoutItems(links)
      : { value: { kind: 'links', bodyHash }, items: links.urls };
  },

  async article(input, bytes) {
    const { readArticle, summarizeArticle } = await import('../readers/watchlist/read-article.js');
    const body = open(input, bytes);
    const read = input.asSummary ? summarizeArticle : readArticle;
    const entry = body.kind === 'failed' ? null : read(body.text());
    return { value: null, items: entry ? [inJson(entry)] : [] };
  },

  async feedLinks(input, bytes) {
    const { findFeedLinks } = await import('../readers/website/find-feed-links.js');
    const body = open(input, bytes);
    return { value: null, items: body.kind === 'failed' ? [] : findFeedLinks(body.text()) };
  },

  async xUser(input, bytes) {
    const { readTwitterUser } = await import('../readers/x/x-timeline.js');
    const body = open(input, bytes);
    return withoutItems(body.kind === 'failed' ? body : readTwitterUser(body.text()));
  },

  async xTimeline(input, bytes) {
    const { readTwitterTimeline } = await import('../readers/x/x-timeline.js');
    const body = open(input, bytes);
    const timeline = body.kind === 'failed' ? body : readTwitterTimeline(body.text(), input.user);
    if (timeline.kind === 'failed') return withoutItems(timeline);
    const { entries, ...about } = timeline.value;
    return { value: { kind: 'read', value: about }, items: entries.map(inJson) };
  },

  async robotsRules(input, bytes) {
    const { rulesFor } = await import('../robots/robots-rules.js');
    const body = open(input, bytes);
    return withoutItems(body.kind === 'failed' ? '' : rulesFor(input.agent, body.text().text));
  },

  async robotsAllow({ agent, robotsUrl, url }, bytes) {
    const { isAllowed } = await import('../robots/robots-rules.js');
    return withoutItems(isAllowed(agent, { robotsUrl, rules: bytes.toString() }, url));
  },

  async safeHtml(_input, bytes) {
    const { toSafeHtml } = await import('../content/safe-html/safe-html.js');
    const list: string[] = JSON.parse(bytes.toString());
    return { value: null, items: list.map(toSafeHtml) };
  },
};

type OpenedBody = { kind: 'body'; bodyHash: string; text: () => PageText } | FailedReading;

function open({ url, contentType, ...received }: PageInput, bytes: Buffer): OpenedBody {
  const body = decodeBody({ ...received, bytes });
  if (!Buffer.isBuffer(body)) return { kind: 'failed', fact: body };
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return { kind: 'body', bodyHash, text: () => ({ url, contentType, text: decodeText(body, contentType) }) };
}

async function readEntries<Item>(
  input: PageInput,
  bytes: Buffer,
  extract: ExtractEntries,
  itemOf: (entry: Entry) => Item,
): Promise<Reading<ReadingTasks['feed']['value'], Item>> {
  const body = open(input, bytes);
  if (body.kind === 'failed') return withoutItems(body);
  const { bodyHash } = body;
  if (bodyHash === input.knownHash) return withoutItems({ kind: 'unchanged', bodyHash });
  const extracted = await extract(body.text(), input.fingerprints);
  if (extracted.kind === 'failed') return withoutItems(extracted);
  const { entries, ...about } = extracted;
  return { value: { ...about, bodyHash }, items: entries.map(itemOf) };
}

function withoutItems<Value>(value: Value): Reading<Value, never> {
  return { value, items: [] };
}

function inJson(entry: Entry): EntryInJson {
  return { ...entry, publishedAt: entry.publishedAt?.toISOString() ?? null };
}

function sealed(entry: Entry): SealedEntryInJson {
  const item = inJson(entry);
  const { guid, contentHash, publishedAt } = item;
  return { guid, contentHash, publishedAt, json: JSON.stringify(item) };
}
