/** feedparser's name of the family a feed belongs to; the children of its own namespace carry it as prefix. */
export type FeedFamily = 'rss' | 'rdf' | 'atom';

/** An element as feedparser hands it out: attributes under `@`, text under `#`, children under their names. */
export interface XmlElement {
  '@'?: Record<string, string>;
  '#'?: string;
  [child: string]: unknown;
}

/** feedparser gives one child as itself and several as a list; a reader wants a list. */
export function elements(value: unknown): XmlElement[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => {
    if (typeof one === 'string') return [{ '#': one }];
    return typeof one === 'object' && one !== null ? [one as XmlElement] : [];
  });
}

/** The first text that is not blank among the elements of one name. */
export function textOf(value: unknown): string | null {
  return elements(value).map(ownText).find(Boolean) ?? null;
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.['@']?.[name]?.trim() || null;
}

/** All text inside, for content that was written as elements where escaped text was due. */
export function deepText(element: XmlElement): string {
  const children = Object.entries(element).filter(([name]) => name !== '@' && name !== '#');
  const inner = children.flatMap(([, child]) => elements(child).map(deepText));
  return [ownText(element), ...inner].join(' ').trim();
}

function ownText(element: XmlElement): string {
  const text = element['#'];
  return typeof text === 'string' ? text.trim() : '';
}
