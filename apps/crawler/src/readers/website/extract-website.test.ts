import { describe, expect, it } from '@jest/globals';
import { sampleText } from '../../poll/testing/sample-feed.js';
import { extractWebsite, type WebsiteOptions } from './extract-website.js';

const TEXT = 'The harbour was quiet when the first boats came in, and nobody had expected them.';

function extract(text: string, changes = {}) {
  return extractWebsite(sampleText(text, changes));
}

async function postOf(text: string, changes = {}) {
  const result = await extract(text, changes);
  const [post, ...more] = result.kind === 'entries' ? result.entries : [];
  if (!post || more.length > 0) throw new Error(`not one post: ${JSON.stringify(result)}`);
  return post;
}

describe('a website as a post', () => {
  it('makes the same post of the same text, whatever surrounds it', async () => {
    const first = await postOf(`<nav>One</nav><article>${TEXT}</article>`);
    const second = await postOf(`<nav>Two</nav><article>${TEXT}</article><footer>3 visitors</footer>`);
    expect(second).toMatchObject({ guid: first.guid, contentHash: first.contentHash });
  });

  it('makes a new post when the text changes', async () => {
    const first = await postOf(`<article>${TEXT}</article>`);
    const second = await postOf(`<article>${TEXT} Now with more.</article>`);
    expect(second.url).toBe(first.url);
    expect(second.guid).not.toBe(first.guid);
    expect(second.contentHash).not.toBe(first.contentHash);
  });

  const later = (now: boolean) => `<main><article><h1>Boats</h1>
    <p>By Ann Lee · ${now ? '2 hours' : '3 hours'} ago</p><p><b>${now ? '1,204' : '2,911'}</b> views</p>
    <p>${TEXT}</p><div class="share-bar"><a href="#">Share</a> ${now ? 17 : 42}</div><p>${TEXT}</p>
    <div class="related"><a href="/${now}">${now ? 'Gardens without a car' : 'A fire in the mill'}</a></div></article>
    <div class="comments"><p>${now ? 'Thank you for this.' : 'I know better than that.'}</p></div></main>`;

  it('makes the same post of the same article when its furniture changes', async () => {
    const [first, second] = [await postOf(later(true)), await postOf(later(false))];
    expect(second.guid).toBe(first.guid);
    expect(first.body).toBe(`Boats By Ann Lee ${TEXT} ${TEXT}`);
  });

  it.each<[string, WebsiteOptions]>([
    ['is not asked for', { readable: null }],
    ['cannot be found', { readable: () => null }],
    [
      'cannot be read',
      {
        readable: () => {
          throw new Error('no');
        },
      },
    ],
    [
      'is a notice beside a long text',
      { readable: () => ({ title: null, byline: null, publishedTime: null, content: '<p>Cookies?</p>' }) },
    ],
  ])('takes the largest block when the article %s', async (_given, options) => {
    const page = sampleText(`<nav>Menu</nav><div><p>${TEXT}</p><ul><li>${TEXT}</li></ul></div>`);
    expect(await extractWebsite(page, options)).toMatchObject({ entries: [{ body: `${TEXT} ${TEXT}` }] });
  });

  it.each([
    [
      'a list of links',
      `<ul>${[1, 2, 3].map((n) => `<li><a href="/${n}">Story ${n}</a></li>`).join('')}</ul>`,
    ],
    ['a table', '<table><tr><th>Monday</th><td>8:00</td></tr><tr><th>Tuesday</th><td>9:00</td></tr></table>'],
  ])('makes a new post when %s changes', async (_given, html) => {
    const page = (text: string) =>
      `<body><nav>Menu</nav><div id="content">${text}</div><p>© Example</p></body>`;
    const changed = html.replace('Story 2', 'Story 4').replace('9:00', '10:00');
    expect((await postOf(page(changed))).guid).not.toBe((await postOf(page(html))).guid);
  });

  it.each([
    ['the name of an author', '<meta name="author" content="Ann">', 'Ann'],
    ['the author of an article', '<meta property="article:author" content="Bob">', 'Bob'],
    [
      'both, in the other order',
      '<meta property="article:author" content="Bob"><meta name="Author" content="Ann">',
      'Ann',
    ],
    ['a blank name', '<meta name="author" content=" "><meta property="article:author" content="Bob">', 'Bob'],
    ['nothing', '', null],
  ])('takes the author from %s', async (_given, head, author) => {
    expect(await postOf(`<head>${head}</head><body><p>${TEXT}</p></body>`)).toMatchObject({ author });
  });

  it.each([
    ['no text', '<html><body><img src="x.png"></body></html>', 'malformed', 'the page has no text'],
    ['too many levels', '<div>'.repeat(300), 'malformed', 'nest deeper than 256 levels'],
    ['levels hidden behind a script', '<div><script></div></script>'.repeat(300), 'malformed', 'nest deeper'],
    ['levels hidden behind an instruction', `<?${'><div>'.repeat(300)}`, 'malformed', 'nest deeper'],
    ['too many characters', `<p>${'x'.repeat(3_000_001)}</p>`, 'too_large', 'more than 3000000 characters'],
  ])('fails on a page with %s', async (_given, text, kind, detail) => {
    const fact = { kind, detail: expect.stringContaining(detail) };
    expect(await extract(text)).toEqual({ kind: 'failed', fact });
  });

  it('leaves a hundred thousand elements out of the post', async () => {
    const { body } = await postOf(`${'<nav></nav>'.repeat(100_000)}<p>${TEXT}</p>`);
    expect(body).toBe(TEXT);
  });
});
