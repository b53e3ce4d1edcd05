import type { RawEnclosure } from '../entry/entry-details.js';
import { attribute, elements, type FeedFamily, ownChildren, textOf, type XmlElement } from './xml-element.js';

/** The URL of an entry's page. FeedBurner keeps it beside the link that counts readers. */
export function xmlLink(item: XmlElement, family: FeedFamily): { url: string | null; via: string | null } {
  const original = webAddress(textOf(item['feedburner:origlink']));
  const own = ownLink(item, family);
  return original && own !== original ? { url: original, via: own } : { url: own, via: null };
}

/** Its link, else its identifier, else its enclosure. */
function ownLink(item: XmlElement, family: FeedFamily): string | null {
  const own = ownChildren(item, family);
  return (
    alternateLink(own('link')) ??
    textOf(own('link')) ??
    attribute({ '@': own('@') as Record<string, string> }, 'href') ??
    alternateLink(item['atom:link']) ??
    identifier(item, family) ??
    relatedLink(own('link')) ??
    enclosure(item, family)
  );
}

/** The page of an Atom entry is its alternate link, and alternate is the default. */
function alternateLink(value: unknown): string | null {
  const links = elements(value).filter((link) => attribute(link, 'href'));
  const alternates = links.filter((link) => relationOf(link) === 'alternate');
  const page = alternates.find((link) => /html/.test(attribute(link, 'type') ?? 'html')) ?? alternates[0];
  return attribute(page, 'href');
}

/** Without an alternate link, the entry itself or its subject comes nearest. */
function relatedLink(value: unknown): string | null {
  const links = elements(value);
  const named = ['self', 'related', 'via'].map((name) => links.find((link) => relationOf(link) === name));
  return named.map((link) => attribute(link, 'href')).find(Boolean) ?? null;
}

/** The links of an entry that have this relation and a target. */
export function linksTo(value: unknown, relation: string): XmlElement[] {
  return elements(value).filter((link) => relationOf(link) === relation && attribute(link, 'href'));
}

/** The standard also allows a relation as a URL. */
function relationOf(link: XmlElement): string {
  const rel = attribute(link, 'rel')?.toLowerCase() ?? 'alternate';
  return rel.replace(/^http:\/\/www\.iana\.org\/assignments\/relation\//, '');
}

/** An Atom id is often the URL of the page, an RDF identifier nearly always. */
function identifier(item: XmlElement, family: FeedFamily): string | null {
  const own = ownChildren(item, family);
  if (family === 'atom') return webAddress(textOf(own('id')));
  if (family === 'rdf') return webAddress(attribute({ '@': own('@') as Record<string, string> }, 'about'));
  const [guid] = elements(own('guid'));
  return attribute(guid, 'ispermalink')?.toLowerCase() === 'false' ? null : webAddress(textOf(own('guid')));
}

function enclosure(item: XmlElement, family: FeedFamily): string | null {
  const own = ownChildren(item, family);
  const [group] = elements(item['media:group']);
  const urls = [own('enclosure'), item['media:content'], group?.['media:content']]
    .flatMap(elements)
    .map((one) => attribute(one, 'url'));
  const hrefs = elements(own('link'))
    .filter((link) => relationOf(link) === 'enclosure')
    .map((link) => attribute(link, 'href'));
  const resources = elements(item['enc:enclosure']).map((one) => rdfEnclosure(one).url);
  const sources = elements(own('content')).map((content) => attribute(content, 'src'));
  return [...urls, ...hrefs, ...resources, ...sources].find(Boolean) ?? null;
}

function webAddress(text: string | null): string | null {
  return text && /^https?:\/\//i.test(text) ? text : null;
}

/**
 * A file of the enclosure module of RDF: a reference with a type and a length, or an element of its own inside the
 * enclosure. Which prefix its attributes have depends on the feed.
 */
export function rdfEnclosure(element: XmlElement): RawEnclosure {
  const [file = element] = elements(element['enc:enclosure']);
  return {
    url: anyOf(file, ['rdf:resource', 'resource', 'enc:url', 'url', 'rdf:about', 'about']),
    type: anyOf(file, ['enc:type', 'type']),
    bytes: anyOf(file, ['enc:length', 'length']),
  };
}

function anyOf(element: XmlElement, names: string[]): string | null {
  return names.map((name) => attribute(element, name)).find(Boolean) ?? null;
}
