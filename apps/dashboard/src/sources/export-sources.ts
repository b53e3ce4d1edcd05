import { cleaned, filterOf, type SourceSearch } from './source-search.js';

/** An OPML file of the sources that the filter finds: a download, by the cookie. */
export function exportHref(search: SourceSearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(cleaned(filterOf(search)))) query.set(name, String(value));
  return `/api/v1/sources/export${query.size > 0 ? `?${query}` : ''}`;
}
