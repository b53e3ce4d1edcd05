import {
  COMMENTS,
  comments,
  figure,
  LEGAL,
  MENU,
  nav,
  paragraphs,
  RELATED,
  relatedLinks,
  shareBar,
} from './furniture.js';
import type { Layout } from './page.js';

const deep = (levels: number, html: string): string =>
  levels === 0 ? html : `<div class="css-${levels}x${levels * 7}">${deep(levels - 1, html)}</div>`;

/** Blogs, forums, recipes, manuals, and pages of other times. */
export const otherLayouts: Record<string, Layout> = {
  'blog with widgets and comments': ({ title, author, paragraphs: text }) => ({
    body: `<div id="header"><h1><a href="/">My blog</a></h1></div><div id="content"><div class="post"><h2><a href="/post">${title}</a></h2><div class="meta">Posted by ${author} in <a href="/c">General</a></div><div class="entry">${paragraphs(text)}</div><div class="postmetadata">Filed under <a href="/c">General</a> | <a href="#comments">3 comments</a></div></div><div id="comments">${comments(3)}</div></div><div id="sidebar"><h3>Archive</h3>${nav(['January', 'February', 'March'])}<h3>Blogroll</h3>${relatedLinks()}</div>`,
    expected: text,
  }),
  'table layout': ({ title, paragraphs: text }) => ({
    body: `<table width="100%"><tr><td width="160">${MENU.map((item) => `<a href="/${item}">${item}</a><br>`).join('')}</td><td><font size="5">${title}</font><br><br>${text.join('<br><br>\n')}</td><td width="120"><b>News</b><br>${RELATED.map((one) => `<a href="#">${one}</a><br>`).join('')}</td></tr></table><center><font size="1">${LEGAL}</font></center>`,
    expected: text,
  }),
  'line breaks instead of paragraphs': ({ title, paragraphs: text }) => ({
    body: `<div id="menu">${nav()}</div><div id="main"><h2>${title}</h2><div id="text">${text.join('<br/><br/>')}</div></div><div id="footer">${LEGAL}</div>`,
    expected: text,
  }),
  recipe: ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><div class="recipe"><h1>${title}</h1><a href="#card">Jump to recipe</a>${paragraphs(text.slice(0, 2))}<div id="card"><h2>Ingredients</h2><ul><li>500 g flour, sieved</li><li>300 ml lukewarm water</li><li>2 teaspoons of salt</li></ul><h2>Method</h2><ol><li>Mix everything and knead for ten minutes until the dough is smooth.</li><li>Leave it in a warm place until it has doubled, which takes an hour or two.</li><li>Bake it at 230 degrees for half an hour and let it cool on a grid.</li></ol></div></div><div class="reviews"><h3>Reviews</h3>${comments()}</div>`,
    expected: [
      ...text.slice(0, 2),
      'Ingredients',
      '500 g flour, sieved',
      '300 ml lukewarm water',
      '2 teaspoons of salt',
      'Method',
      'Mix everything and knead for ten minutes until the dough is smooth.',
      'Leave it in a warm place until it has doubled, which takes an hour or two.',
      'Bake it at 230 degrees for half an hour and let it cool on a grid.',
    ],
  }),
  'forum thread': ({ title, author, paragraphs: text }) => ({
    body: `<div class="breadcrumbs"><a href="/">Forum</a> › <a href="/g">General</a></div><h1>${title}</h1><div class="thread"><div class="post-row first"><div class="poster"><b>${author}</b> Posts: 412 Joined: 2011</div><div class="postbody">${paragraphs(text)}</div><div class="signature">Measure twice, cut once.</div></div>${COMMENTS.slice(
      0,
      3,
    )
      .map(
        (one, index) =>
          `<div class="post-row"><div class="poster"><b>user${index}</b> Posts: ${index * 31} Joined: 2019</div><div class="postbody"><p>${one}</p></div><div class="signature">Sent from my telephone</div></div>`,
      )
      .join('')}</div>`,
    expected: [...text, ...COMMENTS.slice(0, 3)],
  }),
  'manual with a tree of chapters': ({ title, paragraphs: text }) => ({
    body: `<div class="layout"><div class="sidebar-tree">${Array.from({ length: 12 }, (_, index) => `<ul><li><a href="/c${index}">Chapter ${index}: installation and use</a>${nav(['Requirements', 'First steps', 'Troubleshooting'])}</li></ul>`).join('')}</div><div class="doc-body"><h1>${title}</h1>${paragraphs(text)}<pre><code>npm install example\nnpm start</code></pre><h2>See also</h2><p>${text[0]}</p></div><div class="toc">On this page ${nav(['Requirements', 'See also'])}</div></div>`,
    expected: [...text, 'npm install example\nnpm start', 'See also', text[0] ?? ''],
  }),
  'gallery with long captions': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><article><h1>${title}</h1><p>${text[0]}</p><div class="gallery">${text
      .slice(1)
      .map((one, index) => `<div class="slide">${figure(index)}<p>${one}</p></div>`)
      .join('')}</div></article><aside>${relatedLinks()}</aside>`,
    expected: text,
  }),
  'application with meaningless class names': ({ title, paragraphs: text }) => ({
    body: `<div id="__app">${deep(4, nav())}${deep(9, `<h1>${title}</h1>${text.map((one) => `<div class="css-q1"><span class="css-z9">${one}</span></div>`).join('')}`)}${deep(5, relatedLinks())}</div>`,
    expected: text,
  }),
  'misleading class names': ({ title, paragraphs: text }) => ({
    body: `<div class="article-content-main"><ul>${RELATED.map((one) => `<li><a href="#">${one}</a></li>`).join('')}</ul></div><div class="sidebar-right comment-wrap footer-promo"><h1>${title}</h1>${paragraphs(text)}</div>`,
    expected: text,
  }),
  'encyclopedia with an infobox': ({ title, paragraphs: text }) => ({
    body: `<div id="mw-head">${nav()}</div><div id="bodyContent"><h1>${title}</h1><table class="infobox"><tr><th>Built</th><td>1936</td></tr><tr><th>Length</th><td>412 m</td></tr><tr><th>Owner</th><td>The town</td></tr></table><p>${text[0]}<sup><a href="#1">[1]</a></sup></p><div id="toc">${nav(['1 History', '2 Present', '3 References'])}</div><h2>History<span class="mw-editsection">[<a href="#">edit</a>]</span></h2>${paragraphs(text.slice(1))}<div class="reflist"><ol><li>^ The Daily Example, 1 March 2026, page 4</li></ol></div><div class="navbox">${relatedLinks()}</div></div>`,
    expected: [text[0] ?? '', 'History', ...text.slice(1)],
  }),
  'lists and quotations': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><main><h1>${title}</h1><p>${text[0]}</p><blockquote><p>${text[1]}</p></blockquote><ul>${text
      .slice(2)
      .map((one) => `<li>${one}</li>`)
      .join('')}</ul></main><footer>${LEGAL}</footer>`,
    expected: text,
  }),
  'article with a table of figures': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><article><h1>${title}</h1>${paragraphs(text.slice(0, 2))}<table><tr><th>Year</th><th>Visitors</th></tr><tr><td>2023</td><td>11,200</td></tr><tr><td>2024</td><td>14,900</td></tr><tr><td>2025</td><td>19,300</td></tr></table>${paragraphs(text.slice(2))}</article>`,
    expected: [...text.slice(0, 2), 'Year Visitors 2023 11,200 2024 14,900 2025 19,300', ...text.slice(2)],
  }),
  'teasers of other articles as articles': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><article class="main-story"><h1>${title}</h1>${paragraphs(text)}</article>${RELATED.map((one, index) => `<article class="teaser"><h3><a href="/${index}">${one}</a></h3><p>${COMMENTS[index]?.slice(0, 120)}</p><a href="/${index}">More</a></article>`).join('')}`,
    expected: text,
  }),
  'review with a rating box': ({ title, paragraphs: text }) => ({
    body: `<header>${nav()}</header><div class="review-body"><h1>${title}</h1><div class="rating-box"><b>Our verdict: 4 of 5</b></div>${paragraphs(text)}<h3>What we liked</h3><ul><li>Easy to reach without a car</li><li>Friendly people everywhere</li></ul></div><div class="shop-links"><h3>Where to buy</h3><a href="#">Shop one, 39.90</a> <a href="#">Shop two, 41.00</a></div><div>${shareBar}</div>`,
    expected: [...text, 'What we liked', 'Easy to reach without a car', 'Friendly people everywhere'],
  }),
};
