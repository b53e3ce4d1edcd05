import { hash } from 'node:crypto';
import type { PostDetails } from '@feedwarden/contracts';
import type { Entry } from '../../poll/outcome.js';
import { webHref } from '../../poll/web-url.js';
import { withAbsoluteLinks } from './absolute-links.js';
import { makeDetails } from './entry-details.js';
import { foldSpace, htmlToText } from './html-text.js';
import type { Content, RawEntry } from './raw-entry.js';
import { storable } from './storable-text.js';

/**
 * Shorter bodies ("Comments", "Read more", a byline) repeat from entry to entry. A real text of this
 * length does not repeat by accident.
 */
const TELLING_BODY_CHARS = 50;
/** Guids are keys, and PostgreSQL indexes no key much longer than two kilobytes. */
const MAX_GUID_BYTES = 1024;

/** Content that is not text. */
const MEDIA = /<(?:img|svg|picture|video|audio|source|iframe|embed|object|math)\b/i;

/** null for an entry without any content. */
export function makeEntry(raw: RawEntry, feedUrl: string): Entry | null {
  const body = raw.content ? bodyText(raw.content) : '';
  const title = present(raw.title);
  const url = webUrl(raw.url, raw.linkBase ?? feedUrl);
  const givenGuid = present(raw.guid && withoutMarkup(raw.guid));
  const html = contentHtml(raw, url ?? feedUrl);
  const details = raw.details && makeDetails(raw.details, raw.linkBase ?? feedUrl, summaryOf(raw, body));
  const media = body || title || url ? null : mediaOf(html, details);
  if (!body && !title && !url && !givenGuid && !media) return null;
  const telling = body || title || url ? [body, title, url] : [body, title, url, media];
  const contentHash = sha256(body.length < TELLING_BODY_CHARS ? telling.join('\0') : body);
  return {
    guid: keyOf(givenGuid ?? url ?? contentHash),
    url,
    title,
    body,
    contentHtml: html,
    author: present(raw.author),
    publishedAt: raw.publishedAt,
    contentHash,
    ...(details && { details }),
  };
}

function mediaOf(html: string | null, details: PostDetails | undefined): string | undefined {
  return html && MEDIA.test(html) ? html : (details?.enclosures?.[0]?.url ?? details?.image);
}

function bodyText(content: Content): string {
  return foldSpace(storable('html' in content ? htmlToText(content.html) : content.text));
}

/** Only one that says something else than the body. */
function summaryOf({ summary }: RawEntry, body: string): string | null {
  const text = summary ? bodyText(summary) : '';
  return text && text !== body ? text : null;
}

function contentHtml({ content, contentBase }: RawEntry, base: string): string | null {
  if (!content || !('html' in content)) return null;
  return withAbsoluteLinks(storable(content.html), contentBase ?? base);
}

const withoutMarkup = (guid: string) => (/<[a-z/]/i.test(guid) ? htmlToText(guid) : guid);

/** Only URLs that a browser can open. */
function webUrl(text: string | null, base: string): string | null {
  // Often escaped once too often, and never on purpose.
  const link = present(text)?.replaceAll('&amp;', '&');
  return link ? webHref(link, base) : null;
}

function present(text: string | null): string | null {
  return foldSpace(storable(text ?? '')) || null;
}

/** A guid as it is stored. */
export function keyOf(guid: string): string {
  return Buffer.byteLength(guid) > MAX_GUID_BYTES ? `sha256:${sha256(guid)}` : guid;
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
