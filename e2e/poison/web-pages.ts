import { fill, fillEach, LARGEST_BODY, LARGEST_PAGE, type Poison } from './poison.js';

const ROOM = LARGEST_PAGE - 200_000;

/** Read as websites. */
export const WEB_PAGES: Poison[] = [
  page('elements nested as deep as there is room', () => fill('<div>', ROOM)),
  page('elements nested 250 deep, again and again', () =>
    fill(`${fill('<div>', 1250)}<p>word, word</p>${fill('</div>', 1500)}`, ROOM),
  ),
  page('the smallest paragraphs', () => fill('<p>', ROOM)),
  page('paragraphs that look like an article', () =>
    fill('<p>A sentence, with commas, of an article that is long enough to count.</p>', ROOM),
  ),
  page('blocks that all look like an article', () =>
    fill(
      `<div class="article">${fill('<p>Some words, with commas, and more of them.</p>', 500)}</div>`,
      ROOM,
    ),
  ),
  page('links and nothing else', () => fillEach((n) => `<a href="/${n}">Link ${n}</a>`, ROOM)),
  page('relative links below a long base', () => {
    const base = `<base href="http://a.example/${fill('b', 100_000)}/">`;
    return base + fill('<a href="c">d</a>', ROOM - 100_000);
  }),
  page('line breaks', () => fill('<br>', ROOM)),
  page('line breaks between words', () => `<div>${fill('a<br> <br>', ROOM)}</div>`),
  page('spans inside each other, again and again', () =>
    fill(`${fill('<span>', 600)}x${fill('</span>', 700)}`, ROOM),
  ),
  page('table cells', () => `<table><tr>${fill('<td>a', ROOM)}`),
  page('tables in tables', () => fill('<table><tr><td>', ROOM)),
  page('options of a select', () => `<select>${fill('<option>a', ROOM)}`),
  page('headings', () => fill('<h1>a</h1>', ROOM)),
  page('nothing but <', () => fill('<', ROOM)),
  page('open comments', () => fill('<!--', ROOM)),
  page('attributes', () => `<p ${fillEach((n) => `a${n}=1 `, ROOM)}>`),
  page('a class of megabytes', () => `<p class="${fill('comment ', ROOM)}">word, word</p>`),
  page('style attributes', () => fill(`<p style="${fill('display:', 400)}">x</p>`, ROOM)),
  page('scripts', () => fill('<script>x</script>', ROOM)),
  page('a script without an end', () => `<script>${fill('<script', ROOM)}`),
  page('linked data', () => `<script type="application/ld+json">${fill('[', ROOM)}</script>`),
  page(
    'linked data of many parts',
    () => `<script type="application/ld+json">[0${fill(',{"@type":"Article"}', ROOM)}]</script>`,
  ),
  page('meta elements', () => fillEach((n) => `<meta property="og:p${n}" content="c">`, ROOM)),
  page('feeds that the page declares', () =>
    fillEach((n) => `<link rel="alternate" type="application/rss+xml" href="/${n}">`, ROOM),
  ),
  page('white space', () => `<p>a${fill(' ', ROOM)}b</p>`),
  page('white space between elements', () => fill('<i> </i> \n', ROOM)),
  page('a word of megabytes', () => `<p>${fill('a', ROOM)}</p>`),
  page('commas', () => `<p>${fill(',', ROOM)}</p>`),
  page('references', () => `<p>${fill('&lt', ROOM)}</p>`),
  page('pictures', () => fill('<img src="data:image/png;base64,AAAA">', ROOM)),
  page('drawings', () => `<svg>${fill('<g>', ROOM)}</svg>`),
  page('templates', () => fill('<template>', ROOM)),
  page('dates of megabytes', () => `<time datetime="${fill('2026-', ROOM)}">x</time>`),
  page('times', () => fill('<time datetime="2026-01-01">3 hours ago</time>', ROOM)),
  page('lists in lists', () => fill('<ul><li>', ROOM)),
  page('forms', () => fill('<form><input>', ROOM)),
  page('more than may be read', () => fill('<p>a', LARGEST_BODY)),
];

/** In place of robots.txt, above a harmless page. */
export const ROBOTS_FILES: Poison[] = [
  robots('rules of wildcards', () => fillEach((n) => `disallow: /${'*a'.repeat(500)}${n}$\n`, 450_000)),
  robots('hundreds of thousands of rules', () => fillEach((n) => `allow: /${n}\n`, 450_000)),
  robots(
    'agents above rules',
    () => fillEach((n) => `user-agent: a${n}\n`, 200_000) + fill('disallow: /a\n', 200_000),
  ),
  robots('a line of megabytes', () => `disallow: /${fill('*', 450_000)}`),
];

function page(name: string, content: () => string): Poison {
  const text = () => `<!doctype html><html><head><title>T</title></head><body>${content()}</body></html>`;
  return { name: `page: ${name}`, contentType: 'text/html; charset=utf-8', body: () => Buffer.from(text()) };
}

function robots(name: string, rules: () => string): Poison {
  return {
    name: `robots.txt: ${name}`,
    contentType: 'text/plain',
    body: () => Buffer.from(`user-agent: *\n${rules()}`),
  };
}
