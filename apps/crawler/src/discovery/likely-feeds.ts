import type { FeedLink } from './ports.js';

/** Where programs that publish put their feeds. */
const WELL_KNOWN = ['feed', 'rss.xml', 'feed.xml', 'atom.xml', 'index.xml', 'rss', 'feed.json', 'feed/atom'];

/** Where feeds of a page usually are: under the page, then under its host. */
export function likelyFeeds(pageUrl: string): FeedLink[] {
  const { pathname, origin } = new URL(pageUrl);
  const folder = `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
  const below = folder === `${origin}/` ? [] : [`${folder}feed`];
  const urls = [...below, ...WELL_KNOWN.map((path) => `${origin}/${path}`)];
  return urls.map((url) => ({ url, foundBy: 'guess' }));
}
