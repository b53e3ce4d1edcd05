import { withoutCredentials } from '@feedwarden/contracts';
import { parseWebUrl } from './web-url.js';

/** A URL as it may be logged, shown and stored: without the credentials it may carry. */
export function loggableUrl(text: string): string {
  const url = parseWebUrl(text);
  return url ? withoutCredentials(url).href : '(not a URL)';
}
