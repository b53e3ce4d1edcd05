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
const count = z.union([z.number(), z.string()]).nullable().catch(null).default(null);
/** An address, or an object that has one. */
const address = z
  .union([z.string(), z.object({ url: z.string() }).transform((one) => one.url)])
  .nullable()
  .catch(null)
  .default(null);
const attachment = z
  .object({ url: text, mime_type: text, size_in_bytes: count, duration_in_seconds: count })
  .nullable()
  .catch(null);

const feedSchema = z
  .object({
    version: text,
    title: text,
    items: z.array(z.unknown()),
    author: z.unknown().optional(),
    authors: z.unknown().optional(),
    language: text,
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
    .union([z.array(attachment), attachment.transform((one) => [one])])
    .catch([])
    .default([]),
  tags: z.unknown().optional(),
  image: address,
  banner_image: address,
  language: text,
  author: z.unknown().optional(),
  authors: z.unknown().optional(),
});
type Item = z.infer<typeof itemSchema>;

/** Longer ones are not names, and reading them as HTML would take long. */
const MAX_NAME_CHARS = 1000;
const MAX_NAMES = 50;

/** A feed that claims to be finished may go on after all, so it is polled as rarely as hints allow. */
const FINISHED: FeedRhythm = { everyMinutes: 30 * 24 * 60, skipHours: [], skipDays: [] };

/** Reads JSON Feed 1.0 and 1.1. */
export function readJsonFeed(json: string): FeedReading {
  const document = parseJson(json);
  if (document === undefined) return failed('malformed', 'the response is broken JSON');
  const feed = feedSchema.safeParse(document);
  if (!feed.success) return failed('not_a_feed', 'the response is JSON, but not a JSON Feed');
  const inherited = { authors: authorsOf(feed.data), language: feed.data.language };
  const entries = feed.data.items.flatMap((item) => {
    const read = itemSchema.safeParse(item);
    return read.success ? [rawEntry(read.data, inherited)] : [];
  });
  const title = feed.data.title && titleText(feed.data.title);
  const rhythm = feed.data.expired === true ? FINISHED : null;
  return { kind: 'entries', entries, feed: { title: title || null, format: 'json' }, rhythm };
}

interface Inherited {
  authors: string[];
  language: string | null;
}

function rawEntry(item: Item, inherited: Inherited): RawEntry {
  const own = authorsOf(item);
  const authors = own.length > 0 ? own : inherited.authors;
  const content = contentOf(item);
  return {
    guid: item.id,
    url: addressOf(item),
    title: item.title && titleText(item.title),
    content,
    summary: item.summary ? { text: item.summary } : null,
    author: authors[0] ?? null,
    publishedAt: firstDate([item.date_published, item.date_modified]),
    details: {
      authors,
      enclosures: item.attachments.flatMap((one) =>
        one
          ? [
              {
                url: one.url,
                type: one.mime_type,
                bytes: one.size_in_bytes,
                duration: one.duration_in_seconds,
              },
            ]
          : [],
      ),
      categories: tagsOf(item.tags),
      image: item.image ?? item.banner_image,
      language: item.language ?? inherited.language,
    },
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

function authorsOf({ authors, author }: { authors?: unknown; author?: unknown }): string[] {
  const names = [...namesIn(authors), ...namesIn(author)].map((name) =>
    name.length <= MAX_NAME_CHARS ? titleText(name) : name.trim(),
  );
  return [...new Set(names)].filter(Boolean);
}

function tagsOf(tags: unknown): string[] {
  if (typeof tags === 'string') return tags.slice(0, MAX_NAMES * MAX_NAME_CHARS).split(',');
  if (!Array.isArray(tags)) return namesIn(tags);
  return tags.slice(0, MAX_NAMES).flatMap((tag) => (typeof tag === 'number' ? String(tag) : namesIn(tag)));
}

/** The names in a name, an object that has one, or a list of these: what should be a list may be any of them. */
function namesIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 2) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_NAMES).flatMap((one) => namesIn(one, depth + 1));
  return 'name' in value ? namesIn(value.name, depth + 1) : [];
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
