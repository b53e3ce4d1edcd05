import { xmlTags } from './xml-tags.js';

const BASE = /\sxml:base\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const ANY_BASE = /\sxml:base\s*=\s*(?:"[^"]*"|'[^']*')/gi;
/** The characters that resolving links may produce: one base above a million links would fill the memory. */
const MAX_RESOLVED_CHARS = 64_000_000;

/** Without any xml:base when its bases are too long for the number of elements below them. */
export function limitBases(xml: string): string {
  if (!/\sxml:base\s*=/i.test(xml)) return xml;
  const open: { name: string; length: number }[] = [];
  let length = 0;
  let cost = 0;
  for (const { name, kind, start, end } of xmlTags(xml)) {
    if (kind === 'closes') {
      while (open.length > 0) {
        const closed = open.pop();
        length -= closed?.length ?? 0;
        if (closed?.name === name) break;
      }
      continue;
    }
    const [, double, single] = BASE.exec(xml.slice(start, end)) ?? [];
    const own = (double ?? single ?? '').length;
    cost += length + own;
    if (cost > MAX_RESOLVED_CHARS) return xml.replace(ANY_BASE, '');
    if (kind === 'opens') {
      open.push({ name, length: own });
      length += own;
    }
  }
  return xml;
}
