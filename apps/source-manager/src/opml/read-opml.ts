import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '@feedwarden/service-kit';
import { Parser } from 'htmlparser2';
import { SETTINGS_PREFIX } from './opml-settings.js';
import type { Outline } from './outline.js';

/** Nobody nests folders so deep; who does it means harm. */
const MAX_DEPTH = 100;
const MAX_OUTLINES = 100_000;
/** Small enough that others are served between two of them. */
const PIECE_LENGTH = 64 * 1024;

export interface OpmlFile {
  outlines: Outline[];
  /** The file ends before it is complete: there may have been more. */
  truncated: boolean;
}

type Attributes = Record<string, string>;

/**
 * The feeds in an OPML file. Read by a parser that forgives unescaped ampersands and unclosed elements, and that knows
 * no entities but the five of XML: nothing in the file can make it grow or fetch anything.
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
          throw new Problem(400, `the outlines are nested deeper than ${MAX_DEPTH} levels`);
        isOpml ||= name === 'opml';
        if (name !== 'outline' || !isEntry(attributes)) return;
        if (outlines.length === MAX_OUTLINES)
          throw new Problem(413, `the file has more than ${MAX_OUTLINES} feeds: split it`);
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
  if (!isOpml) throw new Problem(400, 'this is not an OPML file: it has no element <opml>');
  return { outlines, truncated };
}

/** What has no address at all is a folder, or a note. */
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

/** Asked for places further and further on, so that the text is looked through once. */
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
