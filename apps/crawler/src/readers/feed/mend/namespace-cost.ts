import { xmlTags } from './xml-tags.js';

const DECLARATION = /\sxmlns:/g;
/** Real feeds declare a few dozen, and many of them again and again in small elements. */
const HARMLESS = 50;

/**
 * How many namespaces the parser copies while it reads a document: all that are declared around an element, for every
 * element. A few thousand on the root of a feed with many entries would take minutes.
 */
export function namespaceCost(xml: string): number {
  if (xml.split('xmlns:', HARMLESS + 1).length <= HARMLESS) return 0;
  const open: { name: string; count: number }[] = [];
  let [around, cost] = [0, 0];
  for (const { name, kind, start, end } of xmlTags(xml)) {
    if (kind === 'closes') {
      while (open.length > 0) {
        const closed = open.pop();
        around -= closed?.count ?? 0;
        if (closed?.name === name) break;
      }
      continue;
    }
    const count = xml.slice(start, end).match(DECLARATION)?.length ?? 0;
    cost += around + count;
    if (kind !== 'opens') continue;
    open.push({ name, count });
    around += count;
  }
  return cost;
}
