import { isText } from '../mend/quote-markup.js';
import type { FeedFamily } from '../xml-element.js';
import { USUAL_PREFIXES } from './namespaces.js';
import { refuse } from './refusal.js';

export interface ElementName {
  written: string;
  lower: string;
  local: string;
  /** As feedparser calls it among the children of an element, and among those of an entry or of the feed. */
  key: string;
  topKey: string;
  /** Markup inside it is its text. */
  isText: boolean;
}

const NAME = /^[a-z_][\w.-]*(?::[a-z_][\w.-]*)?$/i;
const MAX_PREFIXES = 100;
const XML_NAMESPACES: [string, string][] = [
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
];

/** The namespaces that are declared at one place of a document, and what names mean there. */
export class NameScope {
  private readonly elements = new Map<string, ElementName>();
  private readonly attributes = new Map<string, string>();

  private readonly family: FeedFamily;
  private readonly uris: ReadonlyMap<string, string>;

  private constructor(family: FeedFamily, uris: ReadonlyMap<string, string>) {
    this.family = family;
    this.uris = uris;
  }

  static of(family: FeedFamily): NameScope {
    return new NameScope(family, new Map(XML_NAMESPACES));
  }

  /** The scope of an element that declares these; the default namespace has the prefix ''. */
  declaring(declared: [prefix: string, uri: string][]): NameScope {
    if (declared.some(([prefix, uri]) => isReserved(prefix) || isReserved(uri))) refuse('a reserved prefix');
    if (this.uris.size > MAX_PREFIXES) refuse('many namespaces');
    return new NameScope(this.family, new Map([...this.uris, ...declared]));
  }

  element(written: string): ElementName {
    const known = this.elements.get(written);
    if (known) return known;
    if (!NAME.test(written)) refuse('an odd name');
    const lower = written.toLowerCase();
    const [prefix, local] = partsOf(lower);
    if (isReserved(prefix) || isReserved(local) || lower === 'script') refuse('a reserved name');
    const key = prefix ? this.keyOf(prefix, local, lower) : lower;
    // feedparser keeps what belongs to the feed's own namespace under this prefix.
    if (key.startsWith(`${this.family}:`)) refuse('an ambiguous prefix');
    const topKey = key.includes(':') ? key : `${this.family}:${key}`;
    const name = { written, lower, local, key, topKey, isText: isText({ name: written, local }) };
    this.elements.set(written, name);
    return name;
  }

  /** The name under which feedparser keeps an attribute. */
  attribute(name: string): string {
    if (!name.includes(':') || name.startsWith('xmlns:')) return name;
    const known = this.attributes.get(name);
    if (known !== undefined) return known;
    const [prefix, local] = partsOf(name);
    const uri = this.uriOf(prefix);
    const usual = USUAL_PREFIXES.get(uri);
    const key = usual === prefix && usual !== 'xml' ? local : `${usual ?? prefix}:${local}`;
    this.attributes.set(name, key);
    return key;
  }

  private keyOf(prefix: string, local: string, lower: string): string {
    const usual = USUAL_PREFIXES.get(this.uriOf(prefix));
    if (usual === 'atom' || usual === 'rdf') return usual === this.family ? local : lower;
    return `${usual ?? prefix}:${local}`;
  }

  /** A prefix that is not declared stands for itself. */
  private uriOf(prefix: string): string {
    if (isReserved(prefix)) refuse('a reserved prefix');
    return this.uris.get(prefix) || prefix;
  }
}

function partsOf(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, Math.max(colon, 0)), name.slice(colon + 1)];
}

/** Names that mean something to every object of JavaScript. */
function isReserved(name: string): boolean {
  return name in {};
}
