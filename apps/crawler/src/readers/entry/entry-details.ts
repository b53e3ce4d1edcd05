import type { PostDetails, PostEnclosure } from '@feedwarden/contracts';
import { webHref } from '../../poll/web-url.js';
import { foldSpace, titleText } from './html-text.js';
import { storable } from './storable-text.js';

/** What some feeds have beside the main parts of an entry, as their dialect gives it. */
export interface RawDetails {
  authors?: string[];
  enclosures?: RawEnclosure[];
  categories?: (string | null)[];
  image?: string | null;
  language?: string | null;
  commentsUrl?: string | null;
  /** The link as the feed has it, when another one leads to the page directly. */
  viaUrl?: string | null;
}

export interface RawEnclosure {
  url: string | null;
  type?: string | null;
  bytes?: string | number | null;
  /** In seconds, or as `1:02:03`. */
  duration?: string | number | null;
}

/** Feeds with more of anything are made to be slow, or list the tags of a whole site. */
const MAX_LIST = 50;
const MAX_NAME_CHARS = 300;
const MAX_WRITTEN_NAME_CHARS = 3000;
const MAX_SUMMARY_CHARS = 10_000;
const LANGUAGE = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Only what the feed has; undefined when that is nothing. */
export function makeDetails(
  raw: RawDetails,
  base: string,
  fullSummary: string | null,
): PostDetails | undefined {
  const authors = names(raw.authors ?? []);
  const categories = names((raw.categories ?? []).map(plainName));
  const enclosures = enclosuresOf(raw.enclosures ?? [], base);
  const summary = shortened(fullSummary, MAX_SUMMARY_CHARS);
  const image = address(raw.image, base);
  const commentsUrl = address(raw.commentsUrl, base);
  const viaUrl = address(raw.viaUrl, base);
  const language = clean(raw.language)?.replaceAll('_', '-');
  const details: PostDetails = {
    ...(summary && { summary }),
    // One author is the author.
    ...(authors.length > 1 && { authors }),
    ...(enclosures.length > 0 && { enclosures }),
    ...(categories.length > 0 && { categories }),
    ...(image && { image }),
    ...(language && LANGUAGE.test(language) && { language }),
    ...(commentsUrl && { commentsUrl }),
    ...(viaUrl && { viaUrl }),
  };
  return Object.keys(details).length > 0 ? details : undefined;
}

function enclosuresOf(raw: RawEnclosure[], base: string): PostEnclosure[] {
  const byUrl = new Map<string, PostEnclosure>();
  for (const { url: written, type, bytes, duration } of raw.slice(0, MAX_LIST)) {
    const url = address(written, base);
    if (!url || byUrl.has(url)) continue;
    const mediaType = clean(type)?.toLowerCase();
    const length = positive(bytes);
    const seconds = secondsOf(duration);
    byUrl.set(url, {
      url,
      ...(mediaType && MEDIA_TYPE.test(mediaType) && { type: mediaType }),
      ...(length && { bytes: length }),
      ...(seconds && { durationSeconds: seconds }),
    });
  }
  return [...byUrl.values()];
}

function names(texts: (string | null)[]): string[] {
  const found = texts.slice(0, MAX_LIST).flatMap((text) => shortened(clean(text), MAX_NAME_CHARS) ?? []);
  return [...new Set(found)];
}

/** Some escape a name twice, or write it as HTML. */
function plainName(text: string | null): string | null {
  return text && /[<&]/.test(text) && text.length <= MAX_WRITTEN_NAME_CHARS ? titleText(text) : text;
}

/** Cut between characters: half of one cannot be stored. */
function shortened(text: string | null, max: number): string | null {
  return text && text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '') : text;
}

function clean(text: string | null | undefined): string | null {
  if (!text) return null;
  return foldSpace(storable(text)) || null;
}

function address(text: string | null | undefined, base: string): string | null {
  const link = clean(text)?.replaceAll('&amp;', '&');
  return link ? webHref(link, base) : null;
}

function positive(value: string | number | null | undefined): number | null {
  const number = typeof value === 'string' && !/^\s*\d{1,15}\s*$/.test(value) ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

function secondsOf(value: string | number | null | undefined): number | null {
  if (typeof value === 'number') return positive(Math.round(value));
  const text = value?.trim() ?? '';
  if (!/^\d{1,7}(:\d{1,2}){0,2}(\.\d+)?$/.test(text)) return null;
  return positive(Math.round(text.split(':').reduce((total, part) => total * 60 + Number(part), 0)));
}
