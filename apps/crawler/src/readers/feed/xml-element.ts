import type { FeedFormat } from '@feedwarden/contracts';

/** feedparser's name for the family of a feed, and its prefix for the children of the feed's own namespace. */
export type FeedFamily = Exclude<FeedFormat, 'json'>;

/** An element as feedparser returns it: attributes under `@`, text under `#`, children under their names. */
export interface XmlElement {
  '@'?: Record<string, string>;
  '#'?: string;
  [child: string]: unknown;
}

const NONE: XmlElement[] = [];

/** feedparser returns one child as itself and several as a list; this always returns a list. */
export function elements(value: unknown): XmlElement[] {
  if (value === undefined) return NONE;
  if (!Array.isArray(value)) return elementOf(value);
  return value.length === 0 ? NONE : value.flatMap(elementOf);
}

function elementOf(value: unknown): XmlElement[] {
  if (typeof value === 'string') return [{ '#': value }];
  return typeof value === 'object' && value !== null ? [value as XmlElement] : NONE;
}

/** The first text that is not blank among the elements of one name. */
export function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  for (const element of elements(value)) {
    const text = ownText(element);
    if (text) return text;
  }
  return null;
}

const KEYS: Record<FeedFamily, Map<string, string>> = { rss: new Map(), rdf: new Map(), atom: new Map() };

/** Children in the feed's own namespace, by name. Their keys are made once, and not anew for every entry. */
export function ownChildren(element: XmlElement, family: FeedFamily): (name: string) => unknown {
  const keys = KEYS[family];
  return (name) => {
    const known = keys.get(name);
    if (known !== undefined) return element[known];
    const key = `${family}:${name}`;
    keys.set(name, key);
    return element[key];
  };
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.['@']?.[name]?.trim() || null;
}

/** All text inside, for content written as elements instead of escaped text. */
export function deepText(element: XmlElement): string {
  const children = Object.entries(element).filter(([name]) => name !== '@' && name !== '#');
  const inner = children.flatMap(([, child]) => elements(child).map(deepText));
  return [ownText(element), ...inner].join(' ').trim();
}

function ownText(element: XmlElement): string {
  const text = element['#'];
  return typeof text === 'string' ? text.trim() : '';
}

/** Namespaces whose prefix feedparser leaves unchanged. */
const USUAL_PREFIX: Record<string, string> = {
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.w3.org/2005/atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'https://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://rssnamespace.org/feedburner/ext/1.0': 'feedburner',
};

/** The children of an element under their usual names, whatever prefixes the feed uses. */
export function withUsualNames(element: XmlElement, prefixes: Map<string, string>): XmlElement {
  if (prefixes.size === 0) return element;
  const renamed: XmlElement = {};
  for (const [name, child] of Object.entries(element)) {
    const colon = name.indexOf(':');
    const prefix = prefixes.get(name.slice(0, Math.max(colon, 0)));
    const usual = prefix ? prefix + name.slice(colon) : name;
    renamed[usual] = usual in renamed ? [renamed[usual], child].flat() : child;
  }
  return renamed;
}

/** The feed's unusual prefixes and the usual ones they stand for; `declared` is feedparser's list of namespaces. */
export function oddPrefixes(declared: unknown): Map<string, string> {
  const pairs = Array.isArray(declared) ? declared.flatMap((one: object) => Object.entries(one)) : [];
  const odd = pairs.flatMap(([name, uri]): [string, string][] => {
    const prefix = name.replace(/^xmlns:/, '').toLowerCase();
    const usual = USUAL_PREFIX[String(uri).toLowerCase()];
    return usual && usual !== prefix ? [[prefix, usual]] : [];
  });
  return new Map(odd);
}
