const TAG = /<(\/?)([a-z_][^\s/>]*)/iy;
const SKIPPED: { opens: string; closes: string }[] = [
  { opens: '<!--', closes: '-->' },
  { opens: '<![cdata[', closes: ']]>' },
  { opens: '<?', closes: '?>' },
];

/**
 * Parsers of markup take time quadratic in the depth: some hundred kilobytes of nested tags
 * block the process for seconds. One cheap pass finds them first; where it errs, it counts too many.
 */
export function nestsDeeperThan(
  limit: number,
  markup: string,
  html?: { neverClosed: ReadonlySet<string> },
): boolean {
  // HTML ends comments and instructions differently, so nothing is skipped there.
  const sections = html ? [] : SKIPPED;
  const open: string[] = [];
  for (let at = markup.indexOf('<'); at !== -1; at = markup.indexOf('<', at)) {
    if (!/[a-z_/!?]/i.test(markup[at + 1] ?? '')) {
      at += 1;
      continue;
    }
    const skipped = sections.find(({ opens }) => markup.slice(at, at + opens.length).toLowerCase() === opens);
    TAG.lastIndex = at;
    const [, slash, written] = (!skipped && TAG.exec(markup)) || [];
    if (!skipped && written === undefined) {
      at += 1;
      continue;
    }
    const end = markup.indexOf(skipped?.closes ?? '>', at);
    if (end === -1) return false;
    if (written === undefined) {
      at = end;
      continue;
    }
    const name = written.toLowerCase();
    if (slash) closeTag(open, name);
    else if (!html?.neverClosed.has(name) && !closesItself(markup.slice(at, end))) open.push(name);
    if (open.length > limit) return true;
    at = end;
  }
  return false;
}

/** A closing tag also closes everything left open inside it. */
function closeTag(open: string[], name: string): void {
  const at = open.lastIndexOf(name);
  if (at !== -1) open.length = at;
}

/** The slash of `<a href=/>` belongs to the value. */
function closesItself(tag: string): boolean {
  return tag.endsWith('/') && (!tag.includes('=') || /["'\s]\/$/.test(tag)) && !/=\s*\/$/.test(tag);
}
