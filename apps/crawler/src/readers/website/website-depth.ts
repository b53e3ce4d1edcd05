import { Parser } from 'htmlparser2';

const CHUNK_CHARS = 16_384;

/**
 * Whether the parser will nest elements deeper than that. Asked of the parser itself: what closes what in HTML cannot
 * be seen by looking for tags, and a page made to mislead would.
 */
export function htmlNestsDeeperThan(limit: number, html: string, recognizeSelfClosing: boolean): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser(
    {
      onopentag() {
        depth += 1;
        deepest = Math.max(deepest, depth);
      },
      onclosetag() {
        depth -= 1;
      },
    },
    { recognizeSelfClosing },
  );
  for (let at = 0; at < html.length && deepest <= limit; at += CHUNK_CHARS)
    parser.write(html.slice(at, at + CHUNK_CHARS));
  return deepest > limit;
}
