import { parseWebUrl } from './web-url.js';
/** A URL as it may be logged, shown and stored: without the credentials it may carry. */
export function loggableUrl(text: string): string {
  const url = parseWebUrl(text);
  if (!url) return '(not a URL)';
  url.username = '';
  url.password = '';
  return url.href;
}
