import { withoutCredentials } from '@feedwarden/contracts';
import { resolveUrl } from '../website/website-document.js';

/** A link is the key of its article, and keys are not longer than this. */
const MAX_URL_BYTES = 1024;
const TRACKING = /^(utm_.*|fbclid|gclid|mc_cid|mc_eid)$/i;

/** The address behind a link, always written the same way; null when there is nothing to fetch. */
export function articleUrl(href: string, base: string): string | null {
  const resolved = resolveUrl(href, base);
  if (!resolved) return null;
  const url = withoutCredentials(new URL(resolved));
  url.hash = '';
  // Only touched when it must be: writing parameters anew also changes how the others are escaped.
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return Buffer.byteLength(url.href) > MAX_URL_BYTES ? null : url.href;
}
