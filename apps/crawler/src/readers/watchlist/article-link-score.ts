/** A link, with what the page says of it in one or several places. */
export interface LinkFacts {
  url: URL;
  /** The longest of its texts. */
  text: string;
  inHeading: boolean;
  inArticle: boolean;
  /** Its address begins with that of the page. */
  belowPage: boolean;
}

const LISTING =
  /^(tags?|categor(y|ies)|authors?|users?|profile|members?|topics?|page|search|archives?|feeds?|rss|atom|login|log-in|signin|sign-in|signup|sign-up|register|account|share|comments?|cart|checkout|shop|wp-admin|wp-login\.php|wp-content|cdn-cgi)$/i;
const HOUSE_PAGE =
  /^(about|contact|imprint|impressum|privacy|terms|cookies?|legal|newsletter|subscribe|advertis|jobs|careers|help|faq|sitemap|accessibility|datenschutz|mentions-legales)([-_.].*)?$/i;
const ARTICLE_FOLDER =
  /^(blog|posts?|articles?|news|stor(y|ies)|p|entry|entries|notes?|writing|essays?|releases?|\d{4})$/i;
const FILE =
  /\.(jpe?g|png|gif|webp|svg|avif|pdf|zip|gz|mp[34]|m4a|webm|xml|rss|atom|json|css|js|ico|txt|docx?|xlsx?|pptx?)$/i;
const DATE = /\/(19|20)\d\d[/-](0?[1-9]|1[0-2])([/-]|$)/;
const ENOUGH = 3;

/** Whether a link of a list page leads to an article: its URL names no list, and its score is high enough. */
export function looksLikeArticle({ url, text, inHeading, inArticle, belowPage }: LinkFacts): boolean {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const id = /(^|&)(p|id|article|story|post)=\d+/i.test(url.search.slice(1));
  if ((segments.length === 0 && !id) || FILE.test(last) || HOUSE_PAGE.test(last)) return false;
  if (segments.some((segment, at) => LISTING.test(segment) && !isArchivedArticle(segments, at))) return false;
  if (segments.length > 0 && segments.every((segment) => /^\d{1,4}$/.test(segment))) return false;
  const hyphens = last.split(/[-_]|%20/).length - 1;
  const score =
    Math.min(hyphens, 2) +
    (DATE.test(url.pathname) ? 2 : 0) +
    (segments.slice(0, -1).some((segment) => ARTICLE_FOLDER.test(segment)) ? 2 + Number(belowPage) : 0) +
    (id ? 2 : /\d{4,}/.test(last) ? 1 : 0) +
    (inHeading ? 2 : 0) +
    (inArticle ? 1 : 0) +
    (isPhrase(text) ? 1 : 0);
  return score >= ENOUGH && text !== '';
}

/** `/archives/2026/` is a list, `/archives/1234` and `/archives/some-title` are not. */
function isArchivedArticle(segments: string[], at: number): boolean {
  const next = segments[at + 1] ?? '';
  return /^archives?$/i.test(segments[at] ?? '') && /[a-z]-|\d{5}|^\d{3}$/i.test(next);
}

/** Several words, or a text as long in a script without spaces. */
function isPhrase(text: string): boolean {
  return text.split(' ').length >= 4 || (/[\u3040-\u9fff\uac00-\ud7af]/.test(text) && text.length >= 8);
}
