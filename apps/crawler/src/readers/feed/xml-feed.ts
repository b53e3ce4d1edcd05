import { setImmediate as nextTurn } from 'node:timers/promises';
import FeedParser from 'feedparser';
import { nestsDeeperThan } from '../entry/nesting-depth.js';
import type { FeedReading, RawEntry } from '../entry/raw-entry.js';
import { withEntities } from './mend/document-entities.js';
import { limitBases } from './mend/limit-bases.js';
import { mendReferences, mendRoot } from './mend/mend-xml.js';
import { namespaceCost } from './mend/namespace-cost.js';
import { quoteMarkup } from './mend/quote-markup.js';
import { xmlTags } from './mend/xml-tags.js';
import { EntrySlices, hashOfSlice, type KnownSlices } from './one-pass/entry-slices.js';
import type { ParsedFeed } from './one-pass/feed-tree.js';
import { readXmlOnce } from './one-pass/read-xml-once.js';
import { type FeedFamily, oddPrefixes, withUsualNames, type XmlElement } from './xml-element.js';
import { xmlGenerator } from './xml-generator.js';
import { feedDefaults, otherTitle, xmlItem, xmlTitle } from './xml-item.js';
import { xmlRhythm } from './xml-rhythm.js';

const MAX_DEPTH = 512;
/** feedparser takes time quadratic in the number of attributes of a tag. */
const MAX_TAG_CHARS = 64 * 1024;
const MAX_NAMESPACE_COST = 10_000_000;
const SLICE_BYTES = 64 * 1024;
const CLOSED_ROOT = /<\/(?:[\w.-]+:)?(?:rss|feed|rdf|channel)\s*>|^<[^>]*\/>\s*$/i;

/** Reads RSS, RDF and Atom: in one pass if the feed is well-formed, which most are. Known entries may be left out. */
export async function readXmlFeed(
  text: string,
  rootAt: number,
  feedUrl: string,
  known?: KnownSlices,
): Promise<FeedReading> {
  const slices = known && new EntrySlices(known);
  const parsed = readXmlOnce(text, rootAt, slices);
  if (!parsed) return readOddXmlFeed(text, rootAt, feedUrl);
  if (slices && parsed.around === null) return readXmlFeed(text, rootAt, feedUrl);
  return readingOf(parsed, feedUrl, slices);
}

/** Reads what is not well-formed, too. A truncated feed keeps the entries before the break. */
export async function readOddXmlFeed(text: string, rootAt: number, feedUrl: string): Promise<FeedReading> {
  const xml = withEntities(text.slice(rootAt), text.slice(0, rootAt));
  const mended = limitBases(quoteMarkup(mendReferences(mendRoot(xml))));
  if (nestsDeeperThan(MAX_DEPTH, mended)) return malformed(`elements are nested more than ${MAX_DEPTH} deep`);
  if (hasTagLongerThan(MAX_TAG_CHARS, mended))
    return malformed(`a tag has more than ${MAX_TAG_CHARS} characters`);
  if (namespaceCost(mended) > MAX_NAMESPACE_COST) return malformed('many namespaces around many elements');
  const { trouble, ...parsed } = await parse(mended);
  const reading = await readingOf(parsed, feedUrl);
  if (reading.kind === 'failed' || reading.entries.length > 0) return reading;
  const isBroken = trouble || !CLOSED_ROOT.test(xml);
  return isBroken ? malformed('the feed breaks off before its first entry') : reading;
}

async function readingOf(
  { items, feed, around }: ParsedFeed,
  feedUrl: string,
  slices?: EntrySlices,
): Promise<FeedReading> {
  const family = feed['#type'] as FeedFamily | undefined;
  if (!family) return malformed('the root of the feed is in an unknown namespace');
  const prefixes = oddPrefixes(feed['#ns']);
  const defaults = feedDefaults(withUsualNames(feed, prefixes), family, feedUrl);
  const entries: RawEntry[] = [];
  await inTurns(items, (item) => entries.push(xmlItem(withUsualNames(item, prefixes), defaults, family)));
  const title = xmlTitle(feed[`${family}:title`] ?? feed.title, family) ?? otherTitle(feed, family);
  const facts = { title, format: family };
  const [rhythm, generator] = [xmlRhythm(feed, family), xmlGenerator(feed, family)];
  const reading = { kind: 'entries', entries, feed: facts, rhythm, generator } as const;
  if (!slices) return reading;
  const context = hashOfSlice(JSON.stringify([family, feedUrl, around, defaults, [...prefixes]]));
  return { ...reading, slices: { context, leftOut: slices.leftOut, read: slices.read } };
}

function hasTagLongerThan(limit: number, xml: string): boolean {
  for (const { start, end } of xmlTags(xml)) if (end - start > limit) return true;
  return false;
}

/**
 * feedparser's own normalization stays off: it takes quadratic time for a title full of `<`, and its raw elements
 * say more (what kind of text, which link) than its normal ones. It does not know the URL of the feed, because it would
 * resolve relative links before the site of the channel is known.
 */
async function parse(xml: string) {
  const parser = new FeedParser({ normalize: false, addmeta: false });
  const aroundEntries = copyOnce(parser);
  const items: XmlElement[] = [];
  let trouble: Error | null = null;
  const finished = new Promise<void>((resolve) => {
    parser.on('data', (item: XmlElement) => items.push(item));
    parser.on('end', resolve);
    parser.on('error', (error) => {
      trouble = error;
      resolve();
    });
  });
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length && !trouble; at += SLICE_BYTES) {
    parser.write(bytes.subarray(at, at + SLICE_BYTES));
    // Parsing blocks the thread, so other work runs between two slices.
    await nextTurn();
  }
  parser.end();
  await finished;
  aroundEntries.copy();
  for (let item = parser.read(); item !== null; item = parser.read())
    items.push(item as unknown as XmlElement);
  return { items, feed: parser.meta as unknown as XmlElement, trouble };
}

interface Meta {
  meta: object;
  handleMeta(node: object | undefined, ...more: unknown[]): object;
}

/** feedparser copies what is around an entry with every entry; here it does so with the first, and at the end. */
function copyOnce(parser: FeedParser) {
  const own = parser as unknown as Meta;
  const handleMeta = own.handleMeta.bind(own);
  let last: unknown[] = [];
  own.handleMeta = (...call) => {
    if (call[0] === last[0]) return {};
    const before = last.length > 0 ? handleMeta(...(last as typeof call)) : {};
    last = call;
    return Object.assign(before, handleMeta(...call));
  };
  return {
    copy: () => {
      if (last.length > 0) Object.assign(own.meta, handleMeta(...(last as Parameters<Meta['handleMeta']>)));
    },
  };
}

function malformed(detail: string): FeedReading {
  return { kind: 'failed', fact: { kind: 'malformed', detail } };
}

const ITEMS_PER_TURN = 50;

/** Works through many items, and lets other work run between some of them. */
export async function inTurns<Item>(items: Item[], work: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    work(item);
    if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await nextTurn();
  }
}
