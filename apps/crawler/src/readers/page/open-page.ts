import { LONGEST_URL } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import { type CheerioAPI, load } from 'cheerio/slim';
import { Parser } from 'htmlparser2';
import { parseWebUrl } from '../../poll/web-url.js';
import { detectFormat } from '../feed/detect-format.js';
import type { PageText } from '../ports.js';

export type OpenedPage =
  | { kind: 'html'; $: CheerioAPI; base: string; html: string }
  | { kind: 'unreadable'; fact: FailureFact }
  | { kind: 'not_html'; fact: FailureFact };

/** Real pages nest some dozen levels; reading takes time quadratic in the depth, or recurses. */
const MAX_DEPTH = 256;

const BINARY_TYPE =
  /^\s*(image|audio|video|font)\/(?!svg)|^\s*application\/(pdf|zip|gzip|octet-stream|msword|vnd\.)/i;
/** Reading a page blocks the thread; real pages are far smaller. */
const MAX_CHARS = 3_000_000;
const MAX_TOP_NODES = 1000;
const SNIFFED_CHARS = 1024;

/** Parses a page, or says why it cannot be read. */
export function openPage(page: PageText): OpenedPage {
  const other = whatElse(page);
  if (other) return { kind: 'not_html', fact: { kind: 'malformed', detail: `the response is ${other}` } };
  if (page.text.length > MAX_CHARS) {
    const detail = `the page has more than ${MAX_CHARS} characters`;
    return { kind: 'unreadable', fact: { kind: 'too_large', detail } };
  }
  const recognizeSelfClosing = isXhtml(page);
  if (htmlNestsDeeperThan(MAX_DEPTH, page.text, recognizeSelfClosing)) {
    const detail = `the elements of the page nest deeper than ${MAX_DEPTH} levels`;
    return { kind: 'unreadable', fact: { kind: 'malformed', detail } };
  }
  const $ = load(page.text, { xml: { xmlMode: false, recognizeSelfClosing } });
  putUnderOneElement($);
  const base = baseOf($('base[href]').attr('href') ?? '', page.url);
  // An HTML parser would take everything after `<script/>` for a script.
  return { kind: 'html', $, base, html: recognizeSelfClosing ? $.html() : page.text };
}

/** Every link is resolved against it, which takes time for each of its characters. */
function baseOf(declared: string, pageUrl: string): string {
  const bases = [resolveUrl(declared, pageUrl), pageUrl];
  return bases.find((base) => base !== null && base.length <= LONGEST_URL) ?? new URL('/', pageUrl).href;
}

/** A search takes time quadratic in the number of top-level nodes, of which there is usually one. */
function putUnderOneElement($: CheerioAPI): void {
  const top = $.root()[0];
  const element = load('<html></html>')('html')[0];
  if (!top || !element || top.children.length < MAX_TOP_NODES) return;
  element.children = top.children;
  for (const child of element.children) child.parent = element;
  element.parent = top;
  top.children = [element];
}

/** What the page is instead of HTML. Its content type counts less than its first characters. */
function whatElse({ text, contentType }: PageText): string | null {
  const start = text.slice(0, SNIFFED_CHARS).trimStart();
  const type = contentType ?? '';
  if (!text.trim()) return 'empty';
  if (start.startsWith('%PDF-')) return 'a PDF document, not a web page';
  if (BINARY_TYPE.test(type)) return `of the type ${type.trim().slice(0, 60)}, not a web page`;
  if (start.includes('\0')) return 'binary data, not a web page';
  if (/^[{[]/.test(start) && !/html/i.test(type)) return 'JSON, not a web page';
  if (/html/i.test(type) && !/^<(\?xml|rss|feed|rdf)/i.test(start)) return null;
  return detectFormat(text).kind === 'xml' ? 'a feed, not a web page: its type should be rss' : null;
}

/** Only in XHTML does `<title/>` close itself. */
function isXhtml({ text, contentType }: PageText): boolean {
  return /xhtml|xml/i.test(contentType ?? '') || text.trimStart().startsWith('<?xml');
}

/** Only http and https. */
export function resolveUrl(link: string, base: string): string | null {
  return parseWebUrl(link.trim(), base)?.href ?? null;
}

const CHUNK_CHARS = 16_384;

/**
 * Whether the parser will nest elements deeper than the limit. It asks the parser, because what closes what in HTML
 * cannot be seen from the tags alone.
 */
export function htmlNestsDeeperThan(limit: number, html: string, recognizeSelfClosing: boolean): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser(
    {
      onopentag() {
        depth += 1;
        deepest = Math.max(deepest, depth);
      },
      onclosetag() {
        depth -= 1;
      },
    },
    { recognizeSelfClosing },
  );
  for (let at = 0; at < html.length && deepest <= limit; at += CHUNK_CHARS)
    parser.write(html.slice(at, at + CHUNK_CHARS));
  return deepest > limit;
}
