import type { Attribute } from './read-attributes.js';
import { refuse } from './refusal.js';

/** The attributes that feedparser resolves against the xml:base around them. */
const ADDRESSES = new Set([
  ...['href', 'src', 'uri', 'srcset', 'cite', 'longdesc', 'action', 'background', 'data', 'poster'],
]);
/** Far below what `limitBases` allows. */
const MAX_COST = 8_000_000;

/** The `xml:base` of the open elements, with the habits of feedparser. */
export class Bases {
  private readonly open: { name: string; base: string }[] = [];
  private chars = 0;

  get current(): string | null {
    return this.open[0]?.base ?? null;
  }

  /** The value of an attribute as feedparser keeps it. */
  valueOf(element: string, { name, value }: Attribute, around: string | null): string {
    const local = name.slice(name.indexOf(':') + 1);
    if (around && ADDRESSES.has(local)) {
      if (local === 'srcset') refuse('srcset');
      return resolved(around, value);
    }
    if (name !== 'xml:base') return value;
    // feedparser never leaves these.
    if (element.includes(':')) refuse('a base on an element with a prefix');
    const base = around ? resolved(around, value) : value;
    if (base && !base.startsWith('#')) this.open.unshift({ name: element, base });
    this.chars += value.length;
    return base;
  }

  /** Any element of this name ends the innermost base of such an element. */
  close(element: string): void {
    if (this.open[0]?.name === element) this.open.shift();
  }

  refuseWhenCostly(tags: number): void {
    if (this.chars * tags > MAX_COST) refuse('many bases');
  }
}

export function resolved(base: string, url: string): string {
  if (!url) return url;
  try {
    return new URL(url, base).href;
  } catch {
    return url;
  }
}
