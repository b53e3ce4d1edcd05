import { decodeReferences } from './references.js';
import { refuse } from './refusal.js';

export interface Attribute {
  /** In lower case, with its prefix. */
  name: string;
  value: string;
}

/** Quoted, without angle brackets, separated by white space: everything else is left to the tolerant reader. */
const ATTRIBUTE =
  /[ \t\r\n]+([a-z_][\w.-]*(?::[a-z_][\w.-]*)?)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<>]*)"|'([^'<>]*)')/iy;
const MAX_TAG_CHARS = 16 * 1024;
const MAX_ATTRIBUTES = 100;
const NONE: Attribute[] = [];

/** The attributes of a tag, between the end of its name and its `>` or `/>`. */
export function readAttributes(xml: string, from: number, to: number): Attribute[] {
  if (to - from < 4) return /[^ \t\r\n]/.test(xml.slice(from, to)) ? refuse('a broken tag') : NONE;
  if (to - from > MAX_TAG_CHARS) refuse('a long tag');
  const written = xml.slice(from, to);
  const attributes: Attribute[] = [];
  let end = 0;
  for (ATTRIBUTE.lastIndex = 0; ; end = ATTRIBUTE.lastIndex) {
    const found = ATTRIBUTE.exec(written);
    if (!found) break;
    const name = (found[1] ?? '').toLowerCase();
    if (attributes.some((other) => other.name === name)) refuse('an attribute twice');
    if (attributes.length >= MAX_ATTRIBUTES) refuse('many attributes');
    attributes.push({ name, value: decodeReferences(found[2] ?? found[3] ?? '') });
  }
  if (/[^ \t\r\n]/.test(written.slice(end))) refuse('a broken attribute');
  return attributes;
}
