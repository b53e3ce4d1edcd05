import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';
import type { Entry } from '../../poll/outcome.js';
import { parseWebUrl } from '../../poll/web-url.js';
import { withAbsoluteLinks } from './absolute-links.js';
import { foldSpace, htmlToText } from './html-text.js';
import type { Content, RawEntry } from './raw-entry.js';

/**
 * Shorter bodies ("Comments", "Read more", a byline) repeat from entry to entry. A real text of this
 * length does not repeat by accident.
 */
const TELLING_BODY_CHARS = 50;
/** Guids are keys, and PostgreSQL indexes no key much longer than two kilobytes. */
const MAX_GUID_BYTES = 1024;

/** null for an entry without any content. */
export function makeEntry(raw: RawEntry, feedUrl: string): Entry | null {
  const body = raw.content ? bodyText(raw.content) : '';
  const title = present(raw.title);
  const url = webUrl(raw.url, feedUrl);
  const givenGuid = present(raw.guid);
  if (!body && !title && !url && !givenGuid) return null;
  const contentHash = sha256(body.length < TELLING_BODY_CHARS ? [body, title, url].join('\0') : body);
  return {
    guid: keyOf(givenGuid ?? url ?? contentHash),
    url,
    title,
    body,
    contentHtml: contentHtml(raw, url ?? feedUrl),
    author: present(raw.author),
    publishedAt: raw.publishedAt,
    contentHash,
  };
}

function bodyText(content: Content): string {
  return foldSpace(storable('html' in content ? htmlToText(content.html) : content.text));
}

function contentHtml({ content, contentBase }: RawEntry, base: string): string | null {
  if (!content || !('html' in content)) return null;
  return withAbsoluteLinks(storable(content.html), contentBase ?? base);
}

/** Only URLs that a browser can open. */
function webUrl(text: string | null, base: string): string | null {
  // Often escaped once too often, and never on purpose.
  const link = present(text)?.replaceAll('&amp;', '&');
  return link ? (parseWebUrl(link, base)?.href ?? null) : null;
}

function present(text: string | null): string | null {
  return foldSpace(storable(text ?? '')) || null;
}

function keyOf(guid: string): string {
  return Buffer.byteLength(guid) > MAX_GUID_BYTES ? `sha256:${sha256(guid)}` : guid;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Text that can be stored. PostgreSQL refuses NUL, UTF-8 cannot encode half a surrogate pair, and
 * the control characters from 0x80 on are the quotes and dashes of windows-1252 under a wrong name.
 */
export function storable(text: string): string {
  return text.replace(CONTROL, readable).replace(/\p{Surrogate}/gu, '\uFFFD');
}

function readable(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x0b || code === 0x0c) return ' ';
  return code < 0x80 ? '' : iconv.decode(Buffer.from([code]), 'windows-1252').replace(/\p{Cc}/u, '');
}
