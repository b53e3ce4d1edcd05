import type { FeedRhythm } from '@feedwarden/feed-health';
import { z } from 'zod';
import { titleText } from '../entry/html-text.js';
import { firstDate } from '../entry/parse-date.js';
import type { Content, FeedReading, RawEntry } from '../entry/raw-entry.js';

const text = z.string().nullable().catch(null).default(null);
const textOrNumber = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null)
  .default(null);
const author = z
  .union([z.object({ name: text }), z.string().transform((name) => ({ name }))])
  .nullable()
  .catch(null)
  .default(null);
const authors = z.array(author).catch([]).default([]);

const feedSchema = z
  .object({
    version: text,
    title: text,
    items: z.array(z.unknown()),
    author,
    authors,
    expired: z.unknown().optional(),
  })
  // Home-made feeds forget the version; every JSON Feed also has a title and items.
  .refine(({ version, title }) => (version ? /jsonfeed\.org\/version\/1/.test(version) : title));

/** Every field may be missing or wrong: a bad field is dropped, not its entry. */
const itemSchema = z.object({
  id: textOrNumber,
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  date_published: textOrNumber,
  date_modified: textOrNumber,
  attachments: z
    .array(z.object({ url: text }).nullable().catch(null))
    .catch([])
    .default([]),
  author,
  authors,
});
type Item = z.infer<typeof itemSchema>;

/** A feed that claims to be finished may go on after all, so it is polled as rarely as hints allow. */
const FINISHED: FeedRhythm = { everyMinutes: 30 * 24 * 60, skipHours: [], skipDays: [] };

/** Reads JSON Feed 1.0 and 1.1. */
export function readJsonFeed(json: string): FeedReading {
  const document = parseJson(json);
  if (document === undefined) return failed('malformed', 'the response is broken JSON');
  const feed = feedSchema.safeParse(document);
  if (!feed.success) return failed('not_a_feed', 'the response is JSON, but not a JSON Feed');
  const feedAuthor = firstAuthor(feed.data);
  const entries = feed.data.items.flatMap((item) => {
    const read = itemSchema.safeParse(item);
    return read.success ? [rawEntry(read.data, feedAuthor)] : [];
  });
  const title = feed.data.title && titleText(feed.data.title);
  const rhythm = feed.data.expired === true ? FINISHED : null;
  return { kind: 'entries', entries, feed: { title: title || null, format: 'json' }, rhythm };
}

function rawEntry(item: Item, feedAuthor: string | null): RawEntry {
  return {
    guid: item.id,
    url: addressOf(item),
    title: item.title && titleText(item.title),
    content: contentOf(item),
    author: firstAuthor(item) ?? feedAuthor,
    publishedAt: firstDate([item.date_published, item.date_modified]),
  };
}

function addressOf({ url, external_url, id, attachments }: Item): string | null {
  const permalink = /^https?:\/\//i.test(id ?? '') ? id : null;
  const addresses = [url, external_url, permalink, ...attachments.map((one) => one?.url)];
  return addresses.find((address) => address?.trim()) ?? null;
}

function contentOf({ content_html: html, content_text, summary }: Item): Content | null {
  if (html?.trim()) return { html };
  const plain = content_text?.trim() || summary?.trim();
  return plain ? { text: plain } : null;
}

function firstAuthor({ authors, author }: Pick<Item, 'authors' | 'author'>): string | null {
  return [...authors, author].map((one) => one?.name?.trim()).find(Boolean) ?? null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^[\s\uFEFF\0]+/, ''));
  } catch {
    return undefined;
  }
}

function failed(kind: 'malformed' | 'not_a_feed', detail: string): FeedReading {
  return { kind: 'failed', fact: { kind, detail } };
}
