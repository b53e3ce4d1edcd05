export interface XmlTag {
  /** As written, with its prefix. */
  name: string;
  /** Without prefix, in lower case. */
  local: string;
  kind: 'opens' | 'closes' | 'empty';
  start: number;
  end: number;
}

const TAG = /<(\/?)([a-z_][^\s/>]*)/iy;
const SKIPPED = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![CDATA[', closes: ']]>' },
  { opens: '<?', closes: '?>' },
];

/** The tags of a document, without those in comments and CDATA. An unterminated construct ends the document. */
export function* xmlTags(xml: string, from = 0): Generator<XmlTag> {
  for (let start = xml.indexOf('<', from); start !== -1; start = xml.indexOf('<', start)) {
    if (!/[a-z_/!?]/i.test(xml[start + 1] ?? '')) {
      start += 1;
      continue;
    }
    const skipped = SKIPPED.find(({ opens }) => xml.startsWith(opens, start));
    TAG.lastIndex = start;
    const [, slash, name] = (!skipped && TAG.exec(xml)) || [];
    if (!skipped && name === undefined) {
      start += 1;
      continue;
    }
    // Only behind something that must end: else each of many `<` would search the whole rest.
    const last = xml.indexOf(skipped?.closes ?? '>', start);
    if (last === -1) return;
    if (name === undefined) {
      start = last;
      continue;
    }
    const local = name.slice(name.indexOf(':') + 1).toLowerCase();
    const kind = slash ? 'closes' : xml[last - 1] === '/' ? 'empty' : 'opens';
    yield { name, local, kind, start, end: last + 1 };
    start = last;
  }
}
