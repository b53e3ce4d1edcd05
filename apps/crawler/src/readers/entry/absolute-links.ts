import { LONGEST_URL } from '@feedwarden/contracts';
import { parseUrl } from '../../poll/web-url.js';

const TAG = /<[a-z][a-z0-9]*(?=[\s/])/gi;
const ATTRIBUTE = /[\s/]*([^\s=>/"'<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y;

/** Where scripts keep the address of an image until it is in view. */
export const LAZY_URL = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-src'] as const;
export const LAZY_SRCSET = ['data-srcset', 'data-lazy-srcset', 'data-original-set'] as const;

const ONE_URL = new Set(['href', 'src', 'poster', 'cite', 'data', 'action', 'background', 'longdesc']);
const LAZY = new Set<string>(LAZY_URL);
const SRCSET = new Set<string>(['srcset', ...LAZY_SRCSET]);

/** No real page grows more by it; a long base before each of a million links would fill the memory. */
const MAX_GROWTH = 4_000_000;

/** Resolves links until the text has grown too much. */
interface Resolver {
  base: string;
  growth: number;
}

const IS_ABSOLUTE = /\s*(?:"(?:https?:\/\/|")|'(?:https?:\/\/|'))/y;
const LONGEST_NAME = 20;
const ENDS_WITH_NAME = /[a-z-]{3,20}$/i;

/** Whether an attribute may have an address that needs a base. Few have: it is cheaper to look first. */
function mayBeRelative(html: string): boolean {
  for (let at = html.indexOf('='); at !== -1; at = html.indexOf('=', at + 1)) {
    const before = html.slice(Math.max(0, at - LONGEST_NAME), at);
    const name = ENDS_WITH_NAME.exec(before)?.[0].toLowerCase() ?? '';
    if (SRCSET.has(name) || /\s$/.test(before)) return true;
    IS_ABSOLUTE.lastIndex = at + 1;
    if ((ONE_URL.has(name) || LAZY.has(name)) && !IS_ABSOLUTE.test(html)) return true;
  }
  return false;
}

/** Makes the URLs in the attributes of HTML absolute, and leaves everything else unchanged. */
export function withAbsoluteLinks(html: string, base: string): string {
  // Resolving takes time for each character of the base.
  if (base.length > LONGEST_URL || !mayBeRelative(html)) return html;
  const resolver: Resolver = { base, growth: 0 };
  const pieces: string[] = [];
  let copied = 0;
  TAG.lastIndex = 0;
  while (resolver.growth < MAX_GROWTH && TAG.test(html)) {
    ATTRIBUTE.lastIndex = TAG.lastIndex;
    for (let found = ATTRIBUTE.exec(html); found; found = ATTRIBUTE.exec(html)) {
      TAG.lastIndex = ATTRIBUTE.lastIndex;
      const value = found[2] ?? found[3] ?? found[4];
      const absolute = value && absoluteValue(found[1] ?? '', value, resolver);
      if (!absolute || absolute === value) continue;
      const quote = found[4] === undefined ? 1 : 0;
      const start = ATTRIBUTE.lastIndex - quote - value.length;
      pieces.push(html.slice(copied, start), quote ? absolute : `"${absolute}"`);
      copied = start + value.length;
    }
  }
  pieces.push(html.slice(copied));
  return pieces.join('');
}

function absoluteValue(name: string, value: string, resolver: Resolver): string {
  if (ONE_URL.has(name.toLowerCase())) return absoluteUrl(value, resolver);
  // Some scripts keep something else there, such as "true".
  if (LAZY.has(name.toLowerCase())) return /[./]/.test(value) ? absoluteUrl(value, resolver) : value;
  if (!SRCSET.has(name.toLowerCase())) return value;
  return value.replace(
    /(^|,\s+|,(?=\/))([^\s,]+)/g,
    (_all, gap: string, url: string) => gap + absoluteUrl(url, resolver),
  );
}

/** Keeps the escaping of HTML, and adds only what is missing in front. */
function absoluteUrl(value: string, resolver: Resolver): string {
  const url = value.trim();
  if (resolver.growth >= MAX_GROWTH || !url || /^[a-z][a-z0-9+.-]*:/i.test(url)) return value;
  const entities = url.replaceAll('&amp;', '&');
  const absolute = parseUrl(entities, resolver.base)?.href;
  if (absolute === undefined) return value;
  resolver.growth += absolute.length - value.length;
  return absolute.replaceAll('&', '&amp;').replaceAll('"', '%22');
}
