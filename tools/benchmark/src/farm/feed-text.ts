/** What a feed of the farm looks like: the same numbers give the same bytes, in every run and on every machine. */
export interface FeedShape {
  entries: number;
  /** Roughly how large the feed is as text, in bytes. */
  bytes: number;
  /** When its first entry was published, in milliseconds. */
  epoch: number;
}

const WORDS = (
  'river stone market winter signal garden copper letter window harbour engine planet paper silver forest morning ' +
  'council bridge island theatre science figure village summer history doctor museum railway weather budget ' +
  'minister climate reporter company justice mountain culture election festival network satellite'
).split(' ');
const FIXED_BYTES_OF_AN_ENTRY = 420;
const NEW_ENTRIES_PER_REVISION = 3;

/** Every third feed is Atom with escaped HTML, the others are RSS 2.0 with CDATA. Each revision has three new entries. */
export function feedText(feed: number, revision: number, shape: FeedShape): string {
  const newest = shape.entries + revision * NEW_ENTRIES_PER_REVISION;
  const numbers = Array.from({ length: shape.entries }, (_, index) => newest - index);
  const bodyBytes = Math.max(40, Math.round(shape.bytes / shape.entries) - FIXED_BYTES_OF_AN_ENTRY);
  const entries = numbers.map((number) => entry(feed, number, bodyBytes, shape.epoch));
  return feed % 3 === 0 ? atom(feed, entries) : rss(feed, entries);
}

function rss(feed: number, entries: Entry[]): string {
  const items = entries.map(({ number, title, html, url, at }) => {
    return `<item><title>${title}</title><link>${url}</link><guid isPermaLink="false">${feed}-${number}</guid><dc:creator>Reporter ${number % 7}</dc:creator><pubDate>${at.toUTCString()}</pubDate><category>news</category><description><![CDATA[${html}]]></description></item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Farm feed ${feed}</title><link>https://farm.example/${feed}</link><description>Feed ${feed} of the farm</description>\n${items.join('\n')}\n</channel></rss>\n`;
}

function atom(feed: number, entries: Entry[]): string {
  const elements = entries.map(({ number, title, html, url, at }) => {
    const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<entry><title>${title}</title><link href="${url}"/><id>tag:farm.example,2026:${feed}-${number}</id><author><name>Reporter ${number % 7}</name></author><updated>${at.toISOString()}</updated><content type="html">${escaped}</content></entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Farm feed ${feed}</title><id>tag:farm.example,2026:${feed}</id><updated>2026-01-01T00:00:00Z</updated><link href="https://farm.example/${feed}"/>\n${elements.join('\n')}\n</feed>\n`;
}

type Entry = ReturnType<typeof entry>;

function entry(feed: number, number: number, bodyBytes: number, epoch: number) {
  const word = wordsOf(feed * 100_003 + number);
  const title = `${word()} ${word()} &amp; ${word()} ${number}`;
  const url = `https://farm.example/${feed}/articles/${number}`;
  const paragraphs: string[] = [];
  for (let length = 0; length < bodyBytes; ) {
    const sentence = Array.from({ length: 24 }, word).join(' ');
    const paragraph =
      paragraphs.length % 4 === 3
        ? `<p><a href="${url}#${paragraphs.length}">${sentence}</a> <img src="https://farm.example/${feed}/${number}.jpg" alt="${word()}"></p>`
        : `<p>${sentence}. <em>${word()}</em> &mdash; ${word()}.</p>`;
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return { number, title, url, html: paragraphs.join(''), at: new Date(epoch + number * 60_000) };
}

/** A generator of words that depends on its seed alone. */
function wordsOf(seed: number): () => string {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[state % WORDS.length] ?? 'word';
  };
}
