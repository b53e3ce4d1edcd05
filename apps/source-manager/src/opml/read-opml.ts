import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { SETTINGS_PREFIX } from './opml-settings.js';
import type { OpmlFile, Outline } from './source-of-outline.js';

/** Deeper than any real file. */
const MAX_DEPTH = 100;
const MAX_OUTLINES = 100_000;
/** Small enough that other requests run between two pieces. */
const PIECE_LENGTH = 64 * 1024;

/** Why a file is not imported. */
export class OpmlRefusal extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string) {
    super(message);
    this.status = status;
  }
}

type Attributes = Record<string, string>;

/**
 * The feeds in an OPML file. The parser tolerates unescaped ampersands and unclosed elements, and knows only the five
 * entities of XML: nothing in the file can expand or be fetched.
 */
export async function readOpml(text: string): Promise<OpmlFile> {
  const outlines: Outline[] = [];
  const lineAt = lineCounter(text);
  let [depth, isOpml, truncated] = [0, false, false];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new OpmlRefusal(400, `the outlines are nested deeper than ${MAX_DEPTH} levels`);
        isOpml ||= name === 'opml';
        if (name !== 'outline' || !isEntry(attributes)) return;
        if (outlines.length === MAX_OUTLINES)
          throw new OpmlRefusal(413, `the file has more than ${MAX_OUTLINES} feeds; split it`);
        outlines.push(outlineOf(attributes, lineAt(parser.startIndex)));
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        truncated ||= name === 'opml' && isImplied;
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    parser.write(text.slice(start, start + PIECE_LENGTH));
    await nextTurn();
  }
  parser.end();
  if (!isOpml) throw new OpmlRefusal(400, 'not an OPML file: it has no <opml> element');
  return { outlines, truncated };
}

/** An outline without any URL is a folder or a note. */
const isEntry = ({ xmlurl, htmlurl, url, type }: Attributes) =>
  Boolean(xmlurl || htmlurl || url) || type?.toLowerCase() === 'rss';

function outlineOf(attributes: Attributes, line: number): Outline {
  const { title, text, xmlurl = '', htmlurl = '' } = attributes;
  const ours = Object.entries(attributes).filter(([name]) => name.startsWith(SETTINGS_PREFIX));
  return {
    line,
    title: title?.trim() || text || '',
    xmlUrl: xmlurl.trim(),
    htmlUrl: htmlurl.trim(),
    settings: Object.fromEntries(ours),
  };
}

/** Indexes must only grow, so that the text is scanned once. */
function lineCounter(text: string): (index: number) => number {
  let [line, lineEnd] = [1, endOfLine(text, 0)];
  return (index) => {
    for (; lineEnd < index; lineEnd = endOfLine(text, lineEnd + 1)) line += 1;
    return line;
  };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
