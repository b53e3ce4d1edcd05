import { withoutCredentials } from '@feedwarden/contracts';

/** Not by `URL.canParse`: on Node 20 it rejects URLs with letters like ü after it has been called often enough. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** An http or https URL, or null: nothing else is ever fetched, or shown as a link. */
export function parseWebUrl(text: string, base?: string): URL | null {
  const url = parseUrl(text, base);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** The name is a domain; no part of the path is dots, and nothing would be escaped. */
const NORMAL =
  /^https?:\/\/(?![^/]*xn--)(?:[a-z\d-]+\.)+[a-z]{2,}\/(?!\.|%2[eE])(?:[\w~+,=&;:@!$*()%.-]|\/(?!\.|%2[eE]))*(?:\?[\w~+,=&;:@!$*()%./-]*)?(?:#[\w~+,=&;:@!$*()%./-]*)?$/;

/** The normal form of an http or https URL, or null. Most are in their normal form, and need not be parsed. */
export function webHref(text: string, base?: string): string | null {
  return NORMAL.test(text) ? text : (parseWebUrl(text, base)?.href ?? null);
}

/** A URL as it may be logged, shown and stored: without the credentials it may carry. */
export function loggableUrl(text: string | null): string {
  const url = parseWebUrl(text ?? '');
  return url ? withoutCredentials(url).href : '(not a URL)';
}
