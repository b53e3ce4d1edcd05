import {
  AUTHOR_BOX,
  COOKIES,
  comments,
  figure,
  LEGAL,
  NEWSLETTER,
  nav,
  paragraphs,
  RELATED,
  relatedLinks,
  shareBar,
} from './furniture.js';
import type { Layout } from './page.js';

/** Pages of newspapers, agencies and magazines. */
export const newsLayouts: Record<string, Layout> = {
  'semantic article': ({ title, author, paragraphs: text }) => ({
    body: `<header><nav>${nav()}</nav></header><main><article><h1>${title}</h1><p class="byline">By ${author}</p>${figure(0)}${paragraphs(text)}<footer>${shareBar}</footer></article></main><aside><h2>Most read</h2>${relatedLinks()}</aside><footer><p>${LEGAL}</p></footer>`,
    expected: text,
  }),
  'related links between paragraphs': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><div class="story"><h1>${title}</h1>${text.map((one, index) => `<p>${one}</p><p class="read-also"><b>Read also:</b> <a href="/r/${index}">${RELATED[index % RELATED.length]}</a></p>`).join('')}</div><div class="footer">${LEGAL}</div>`,
    expected: text,
  }),
  'share bars, captions and pull quotes': ({ title, author, paragraphs: text }) => ({
    body: `<div id="top">${nav()}</div><div class="article-wrapper"><h1>${title}</h1><div class="share-bar">${shareBar}</div><div class="article-text">${text.map((one, index) => `<p>${one}</p>${index === 1 ? `<aside class="pullquote">“${one.slice(0, 90)}”</aside>` : ''}${index % 2 === 0 ? figure(index) : ''}`).join('')}</div><div class="share-bar">${shareBar}</div><div class="author-box"><b>${author}</b> ${AUTHOR_BOX}</div></div>`,
    expected: text,
  }),
  'newsletter box in the middle': ({ title, paragraphs: text }) => ({
    body: `${nav()}<article class="post"><h1>${title}</h1>${paragraphs(text.slice(0, 2))}<div class="newsletter-signup"><h3>Our evening letter</h3><p>${NEWSLETTER}</p><form><input type="email"><button>Sign up</button></form></div>${paragraphs(text.slice(2))}</article><div>${relatedLinks()}</div>`,
    expected: text,
  }),
  'cookie banner before everything': ({ title, paragraphs: text }) => ({
    body: `<div id="cookie-consent-layer"><h2>Your privacy</h2><p>${COOKIES}</p><p>${COOKIES}</p><button>Accept all</button><button>Settings</button></div><div id="page"><nav>${nav()}</nav><div class="content"><h1>${title}</h1>${paragraphs(text)}</div></div>`,
    expected: text,
  }),
  paywall: ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><main><h1>${title}</h1><div class="teaser">${paragraphs(text.slice(0, 2))}</div><div class="paywall"><h2>Read on with a subscription</h2><p>The first four weeks cost one crown, after that twelve crowns a month. Cancel whenever you like, online and without giving a reason.</p><p>Already a subscriber? <a href="/login">Log in</a></p><ul><li>All articles on the web and in the app</li><li>The weekend edition as a PDF on Friday evening</li><li>No advertisements, no trackers, no sound</li></ul></div></main><footer>${LEGAL}</footer>`,
    expected: text.slice(0, 2),
  }),
  'live blog': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><article><h1>Live: ${title}</h1><div class="live-stream">${text.map((one, index) => `<section class="live-entry"><time datetime="2026-03-01T1${index}:05">1${index}:05</time><p>${one}</p><div class="live-share">${shareBar}</div></section>`).join('')}</div></article><aside>${relatedLinks()}</aside>`,
    expected: text,
  }),
  'text outside of the container of its first lines': ({ title, paragraphs: text }) => ({
    body: `<div class="hero"><h1>${title}</h1><div class="lede"><p>${text[0]}</p></div><img src="/hero.jpg" alt=""></div><div class="grid"><div class="col-8"><div class="rich-text">${paragraphs(text.slice(1))}</div></div><div class="col-4"><h3>Latest</h3>${relatedLinks()}</div></div>`,
    expected: text,
  }),
  'advertisement after each paragraph': ({ title, paragraphs: text }) => ({
    body: `<div class="topbar">${nav()}</div><div itemprop="articleBody"><h1>${title}</h1>${text.map((one, index) => `<p>${one}</p><div class="ad-slot" id="ad-${index}"><span>Advertisement</span><a href="https://ads.example/${index}">The mattress that thinks for you</a></div>`).join('')}</div>`,
    expected: text,
  }),
  'very short, with a long legal part': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><article><h1>${title}</h1>${paragraphs(text.slice(0, 1))}</article><footer><p>${LEGAL}</p><p>${LEGAL}</p><p>${COOKIES}</p></footer>`,
    expected: text.slice(0, 1),
  }),
  'magazine with sections': ({ title, paragraphs: text }) => ({
    body: `<header>${nav()}</header><div class="longread"><section class="opener"><h1>${title}</h1></section>${text.map((one, index) => `<section class="chapter"><h2>Part ${index + 1}</h2><p>${one}</p></section>`).join('')}</div><section class="more"><h2>More from this issue</h2>${relatedLinks()}</section>`,
    expected: text.flatMap((one, index) => [`Part ${index + 1}`, one]),
  }),
  'press release': ({ title, author, paragraphs: text }) => ({
    body: `<div id="nav">${nav()}</div><div id="press"><h1>${title}</h1><p class="date">1 March 2026</p>${paragraphs(text)}<div class="contact"><h4>Press contact</h4><p>${author}, telephone 555 0100, press office, 1 Main Street</p></div></div><div id="downloads"><h4>Downloads</h4>${relatedLinks(2)}</div>`,
    expected: text,
  }),
  'interview with questions in bold': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><div class="interview"><h1>${title}</h1>${text.map((one, index) => `<p><strong>Question ${index + 1}: what happened then, and why does it matter?</strong></p><p>${one}</p>`).join('')}</div><div class="tags">Tags: <a href="/t/1">people</a> <a href="/t/2">places</a></div>`,
    expected: text.flatMap((one, index) => [
      `Question ${index + 1}: what happened then, and why does it matter?`,
      one,
    ]),
  }),
  'comments longer than the article': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><article><h1>${title}</h1>${paragraphs(text.slice(0, 2))}</article><section id="comments"><h2>5 comments</h2>${comments()}${comments()}</section>`,
    expected: text.slice(0, 2),
  }),
};
