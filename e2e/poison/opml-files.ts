import { fill, fillEach, type Poison } from './poison.js';

const ROOM = 9_500_000;

/** Sent to the import of source-manager. */
export const OPML_FILES: Poison[] = [
  opml('outlines nested as deep as there is room', () => fill('<outline>', ROOM)),
  opml('outlines without a URL', () => fill('<outline/>', ROOM)),
  opml('attributes', () => `<outline ${fillEach((n) => `a${n}="1" `, ROOM)}/>`),
  opml('an attribute of megabytes', () => `<outline text="${fill('x', ROOM)}" xmlUrl="http://a.example/"/>`),
  opml('a URL of megabytes', () => `<outline xmlUrl="http://a.example/${fill('x', ROOM)}"/>`),
  opml('references', () => `<outline text="${fill('&amp;', ROOM)}" xmlUrl="http://a.example/"/>`),
  opml('URLs that are none', () => fillEach((n) => `<outline xmlUrl="x${n}"/>`, ROOM)),
  opml('nothing but <', () => fill('<', ROOM)),
  opml('open comments', () => fill('<!--', ROOM)),
  opml('document types', () => fill('<!DOCTYPE a>', ROOM)),
  opml('selectors that cost much to try', () => {
    const selector = `a${fill(':not(:is(a,b))', 450)}`;
    return fillEach(
      (n) =>
        `<outline type="watchlist" xmlUrl="http://a.example/${n}" feedwarden:articleSelector="${selector}${n}"/>`,
      ROOM,
    );
  }),
];

function opml(name: string, outlines: () => string): Poison {
  const text = () => `<opml version="2.0"><body>${outlines()}</body></opml>`;
  return { name: `OPML: ${name}`, contentType: 'text/x-opml', body: () => Buffer.from(text()) };
}
