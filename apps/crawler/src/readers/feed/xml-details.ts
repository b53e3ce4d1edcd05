import type { RawDetails, RawEnclosure } from '../entry/entry-details.js';
import { attribute, elements, type FeedFamily, ownChildren, textOf, type XmlElement } from './xml-element.js';
import { linksTo, rdfEnclosure } from './xml-link.js';

const MAX_KEYWORDS_CHARS = 3000;

/** What some feeds have beside the main parts of an entry. */
export function xmlDetails(item: XmlElement, family: FeedFamily): RawDetails {
  const own = ownChildren(item, family);
  const media = mediaOf(item);
  const enclosures = [
    ...elements(own('enclosure')).map((one) => fileOf(one, 'length')),
    ...linksTo(own('link'), 'enclosure').map((one) => fileOf(one, 'length')),
    ...elements(item['enc:enclosure']).map(rdfEnclosure),
    ...media.map((one) => fileOf(one, 'filesize')),
  ];
  const duration = textOf(item['itunes:duration']);
  if (enclosures[0] && duration) enclosures[0].duration ??= duration;
  return {
    enclosures: enclosures.filter((one) => one.url),
    categories: categoriesOf([
      own('category'),
      item['atom:category'],
      item['dc:subject'],
      item['media:category'],
    ]).concat(keywordsOf([item['media:keywords'], item['itunes:keywords']])),
    image: imageOf(item, media),
    language: languageOf(item, family),
    commentsUrl: commentsOf(own('comments')) ?? attribute(linksTo(own('link'), 'replies')[0], 'href'),
  };
}

/** Some count the comments there. */
function commentsOf(value: unknown): string | null {
  const text = textOf(value);
  return text && /[/:#?]/.test(text) ? text : null;
}

/** `xml:lang`, or the language element of the family. */
export function languageOf(element: XmlElement, family: FeedFamily): string | null {
  const attributes: XmlElement = { '@': element[`${family}:@`] as Record<string, string> };
  return (
    textOf(element[`${family}:language`]) ??
    textOf(element['dc:language']) ??
    attribute(attributes, 'xml:lang')
  );
}

function mediaOf(item: XmlElement): XmlElement[] {
  const groups = elements(item['media:group']);
  return [item, ...groups].flatMap((one) => elements(one['media:content']));
}

function fileOf(element: XmlElement, bytes: string): RawEnclosure {
  return {
    url: attribute(element, 'url') ?? attribute(element, 'href'),
    type: attribute(element, 'type'),
    bytes: attribute(element, bytes),
    duration: attribute(element, 'duration'),
  };
}

function categoriesOf(values: unknown[]): (string | null)[] {
  return values
    .flatMap(elements)
    .map((one) => attribute(one, 'label') ?? attribute(one, 'term') ?? textOf(one) ?? attribute(one, 'text'));
}

/** Several words in one element. */
function keywordsOf(values: unknown[]): string[] {
  return values.flatMap((value) => textOf(value)?.slice(0, MAX_KEYWORDS_CHARS).split(/[,;]/) ?? []);
}

function imageOf(item: XmlElement, media: XmlElement[]): string | null {
  const groups = elements(item['media:group']);
  const thumbnails = [item, ...groups, ...media].flatMap((one) => elements(one['media:thumbnail']));
  const pictures = media.filter(
    (one) => attribute(one, 'medium') === 'image' || /^image\//.test(attribute(one, 'type') ?? ''),
  );
  const named = [item['itunes:image'], item['googleplay:image']].flatMap(elements);
  return (
    named.map((one) => attribute(one, 'href')).find(Boolean) ??
    [...thumbnails, ...pictures].map((one) => attribute(one, 'url')).find(Boolean) ??
    null
  );
}
