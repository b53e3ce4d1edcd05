import type { FeedFamily, XmlElement } from '../xml-element.js';
import { Bases, resolved } from './bases.js';
import { type ElementName, NameScope } from './element-names.js';
import type { Attribute } from './read-attributes.js';
import { refuse } from './refusal.js';

export interface OpenElement {
  name: ElementName;
  element: XmlElement;
  text: string;
  /** Where its opening tag is in the document. */
  tag: TextRange;
  scope: NameScope;
  kind: 'root' | 'channel' | 'entry' | 'other';
}

export interface TextRange {
  start: number;
  end: number;
}

/** The entries of a feed and what it says of itself, as feedparser returns them. */
export interface ParsedFeed {
  items: XmlElement[];
  feed: XmlElement;
  /** What of the document outside of an entry says how it is read; null: more than can be compared. */
  around?: string | null;
}

const MAX_DEPTH = 100;
const MAX_NAMESPACES = 100;
/** They are copied with every entry. */
const MAX_KINDS_AROUND_ENTRIES = 100;
/** What feedparser takes for entries and feeds wherever they are. */
const STRUCTURE = new Set(['rss', 'rdf', 'feed', 'channel', 'item', 'entry']);
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

/** Puts elements together as feedparser does, while they are read. */
export class FeedTree implements ParsedFeed {
  readonly items: XmlElement[] = [];
  readonly feed: XmlElement;
  top: OpenElement | null = null;
  private readonly open: OpenElement[] = [];
  private readonly bases = new Bases();
  private readonly namespaces: Record<string, string>[] = [];
  private tags = 0;
  /** How many elements declare namespaces. */
  declarations = 0;
  private readonly holders: TextRange[] = [];

  private readonly family: FeedFamily;
  readonly entryName: string;

  constructor(family: FeedFamily, entryName: string) {
    this.family = family;
    this.entryName = entryName;
    this.feed = { '#type': family, '#ns': this.namespaces };
  }

  /** feedparser takes the entries of RDF and what is around them for the feed, so they are all needed. */
  get tagsAround(): TextRange[] | null {
    return this.family === 'rdf' || this.holders.length > 2 ? null : this.holders;
  }

  get holdsEntries(): boolean {
    return this.top?.kind === (this.family === 'rss' ? 'channel' : 'root');
  }

  openElement(written: string, attributes: Attribute[], tag: TextRange): void {
    const parent = this.top;
    const scope = this.scopeOf(parent?.scope ?? NameScope.of(this.family), attributes);
    const name = scope.element(written);
    const kind = this.kindOf(name, parent);
    const own = attributes.length > 0 ? this.attributesOf(name, attributes, scope) : NO_ATTRIBUTES;
    if (kind === 'root') Object.assign(this.feed, { '@': listed(own) });
    const element: XmlElement = kind === 'other' ? { '@': own } : { [`${this.family}:@`]: own };
    this.top = { name, element, text: '', tag, scope, kind };
    this.open.push(this.top);
    this.tags += 1;
    if (kind === 'root' || kind === 'channel') this.holders.push(tag);
    if (this.open.length > MAX_DEPTH) refuse('deep nesting');
  }

  closeElement(): OpenElement['kind'] {
    const closed = this.open.pop() ?? refuse('an element that was never opened');
    this.top = this.open.at(-1) ?? null;
    const base = this.bases.current;
    this.bases.close(closed.name.lower);
    if (closed.kind === 'other') {
      const isLink = base !== null && closed.name.local === 'link';
      const text = (isLink ? resolved(base, closed.text) : closed.text).trim();
      if (text) closed.element['#'] = text;
    }
    if (closed.kind === 'entry') this.finishEntry(closed.element);
    else if (closed.kind === 'channel' || closed.name.local === 'feed')
      Object.assign(this.feed, closed.element);
    if (this.top && closed.kind !== 'entry') addTo(this.top, closed);
    if (!this.top) this.bases.refuseWhenCostly(this.tags);
    return closed.kind;
  }

  private finishEntry(entry: XmlElement): void {
    this.items.push(entry);
    // feedparser takes what is around an entry for the feed.
    if (this.family !== 'rdf') return;
    const around = this.top?.element ?? {};
    if (Object.keys(around).length > MAX_KINDS_AROUND_ENTRIES) refuse('many elements around entries');
    Object.assign(this.feed, around);
  }

  private kindOf({ written, local }: ElementName, parent: OpenElement | null): OpenElement['kind'] {
    if (!parent) return 'root';
    if (!STRUCTURE.has(local)) return 'other';
    const holder = this.family === 'rss' ? 'channel' : 'root';
    if (written === this.entryName && parent.kind === holder) return 'entry';
    if (written === 'channel' && this.family !== 'atom' && parent.kind === 'root') return 'channel';
    return refuse(`<${local}> in an odd place`);
  }

  private scopeOf(outer: NameScope, attributes: Attribute[]): NameScope {
    const declared: [string, string][] = [];
    for (const { name, value } of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      declared.push([name.slice('xmlns:'.length), value]);
      this.declarations += 1;
      if (this.namespaces.some((one) => name in one)) continue;
      if (this.namespaces.push({ [name]: value }) > MAX_NAMESPACES) refuse('many namespaces');
    }
    return declared.length > 0 ? outer.declaring(declared) : outer;
  }

  private attributesOf(name: ElementName, attributes: Attribute[], scope: NameScope): Record<string, string> {
    const around = this.bases.current;
    const own: Record<string, string> = {};
    for (const attribute of attributes) {
      const value = this.bases.valueOf(name.lower, attribute, around);
      if (attribute.name === 'type' && value === 'xhtml' && !name.isText) refuse('XHTML outside of texts');
      own[scope.attribute(attribute.name)] = value.trim();
    }
    return own;
  }
}

/** feedparser keeps the attributes of the root in a list. */
function listed(attributes: Record<string, string>): Record<string, string>[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    name === 'version' ? [] : [{ [name]: value }],
  );
}

function addTo(parent: OpenElement, { name, element }: OpenElement): void {
  const key = parent.kind === 'other' ? name.key : name.topKey;
  const before = parent.element[key];
  if (before === undefined) parent.element[key] = element;
  else if (Array.isArray(before)) before.push(element);
  else parent.element[key] = [before, element];
}
