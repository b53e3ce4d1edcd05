import { hash } from 'node:crypto';
import type { FeedTree } from './feed-tree.js';

/** The entries of a feed as they were read before: hashes of their slices of the text, and of their guids. */
export interface KnownSlices {
  /** Of everything that entries inherit: it must be the same for what was read to hold. */
  context: string;
  /** The guid of each slice. */
  guids: ReadonlyMap<string, string>;
}

export const NO_SLICES: KnownSlices = { context: '', guids: new Map() };

const SLICE_DIGITS = 16;
const GUID_DIGITS = 8;
const RECORD_BYTES = (SLICE_DIGITS + GUID_DIGITS) / 2;
const CONTEXT_BYTES = SLICE_DIGITS / 2;
/** More entries than these are read each time. */
const MOST_SLICES = 500;

export const hashOfSlice = (slice: string) => hash('sha256', slice, 'hex').slice(0, SLICE_DIGITS);
export const hashOfGuid = (guid: string) => hash('sha256', guid, 'hex').slice(0, GUID_DIGITS);

export function formatSlices({ context, guids }: KnownSlices): string {
  const records = [...guids].slice(0, MOST_SLICES).map(([slice, guid]) => slice + guid);
  return Buffer.from(context + records.join(''), 'hex').toString('base64');
}

export function parseSlices(text: string): KnownSlices {
  const bytes = Buffer.from(text, 'base64');
  const guids = new Map<string, string>();
  for (let at = CONTEXT_BYTES; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const record = bytes.toString('hex', at, at + RECORD_BYTES);
    guids.set(record.slice(0, SLICE_DIGITS), record.slice(SLICE_DIGITS));
  }
  return { context: bytes.toString('hex', 0, CONTEXT_BYTES), guids };
}

/** Sees the entries of a document go by, and leaves out those that are known. */
export class EntrySlices {
  /** The known slices that the document still has. */
  readonly leftOut: string[] = [];
  /** For each entry that was read, its slice; null: another document may give it another meaning. */
  readonly read: (string | null)[] = [];

  private readonly known: KnownSlices;
  private slice = '';
  private end = -1;
  private declarations = 0;

  constructor(known: KnownSlices) {
    this.known = known;
  }

  /**
   * An entry begins here. Returns where it ends if it is known: the same text at such a place was read to the same end
   * before, so it would be now.
   */
  begin(xml: string, start: number, { entryName, declarations }: FeedTree): number | null {
    const closing = `</${entryName}>`;
    const end = xml.indexOf(closing, start);
    this.declarations = declarations;
    this.end = end === -1 ? -1 : end + closing.length;
    this.slice = hashOfSlice(xml.slice(start, this.end === -1 ? start : this.end));
    if (this.end === -1 || !this.known.guids.has(this.slice)) return null;
    this.leftOut.push(this.slice);
    return this.end;
  }

  /** The entry was read to here. Namespaces that it declares change how others are read. */
  ended(at: number, { declarations }: FeedTree): void {
    this.read.push(at === this.end && declarations === this.declarations ? this.slice : null);
  }
}
