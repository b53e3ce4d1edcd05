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

/** A URL as it may be logged, shown and stored: without the credentials it may carry. */
export function loggableUrl(text: string | null): string {
  const url = parseWebUrl(text ?? '');
  return url ? withoutCredentials(url).href : '(not a URL)';
}
