import { LEGAL, nav, paragraphs, relatedLinks, shareBar } from './furniture.js';
import type { Layout } from './page.js';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const firstSentence = (text = '') => text.replace(/(?<=[.!?。])\s.*$/s, '');
const line = (text: string) => firstSentence(text).slice(0, 120);

/** Pages that sites have besides articles, and that people watch: they hold lists, tables and short notices. */
export const siteLayouts: Record<string, Layout> = {
  'opening hours': ({ title }) => ({
    body: `<header><nav>${nav()}</nav></header><main><h1>${title}</h1><table class="hours">${DAYS.map((day, index) => `<tr><th>${day}</th><td>${index + 7}:00 to ${index + 12}:30</td></tr>`).join('')}</table><p>Closed on public holidays.</p></main><footer><p>${LEGAL}</p></footer>`,
    expected: [
      ...DAYS.flatMap((day, index) => [day, `${index + 7}:00 to ${index + 12}:30`]),
      'Closed on public holidays.',
    ],
  }),
  'front page of links': ({ title, paragraphs: text }) => ({
    body: `<div id="menu">${nav()}</div><div id="content"><ul class="stories">${text.map((one, index) => `<li><a href="/story/${index}">${line(one)}</a></li>`).join('')}</ul><p>${title}: all stories of the day.</p></div><div id="legal"><p>Reproduction is not allowed. Write to us.</p></div>`,
    expected: [...text.map(line), `${title}: all stories of the day.`],
  }),
  'front page of teasers': ({ paragraphs: text }) => ({
    body: `<header>${nav()}</header><main>${text.map((one, index) => `<section class="item"><h2><a href="/story/${index}">Story number ${index + 1} of the day</a></h2><p>${one}</p><a href="/story/${index}">Continue</a></section>`).join('')}</main><footer>${LEGAL}</footer>`,
    expected: text.flatMap((one, index) => [`Story number ${index + 1} of the day`, one, 'Continue']),
  }),
  'release notes': ({ title, paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><div class="content"><h1>${title}</h1>${text.map((one, index) => `<h2>Version 2.${9 - index}</h2><ul><li>Fixed: ${line(one)}</li><li>Added: a setting for the previous behaviour</li></ul>`).join('')}</div><footer>${LEGAL}</footer>`,
    expected: text.flatMap((one, index) => [
      `Version 2.${9 - index}`,
      `Fixed: ${line(one)}`,
      'Added: a setting for the previous behaviour',
    ]),
  }),
  'status page with its age': ({ paragraphs: text }) => ({
    body: `<div class="top">${nav()}</div><div class="container"><h1>All systems operational</h1><p class="updated">Updated 3 minutes ago</p><ul class="components"><li>Website: operational</li><li>Mail: operational</li><li>Search: slower than usual since ten in the morning</li></ul><div class="incident"><h3>Search is slow</h3><p>${text[0]}</p></div></div><div class="foot">${LEGAL.slice(0, 80)}</div>`,
    expected: [
      'All systems operational',
      'Website: operational',
      'Mail: operational',
      'Search: slower than usual since ten in the morning',
      'Search is slow',
      text[0] ?? '',
    ],
  }),
  'list of events': ({ paragraphs: text }) => ({
    body: `<nav>${nav()}</nav><main><h1>What is on</h1><dl>${text.map((one, index) => `<dt>${index + 3} May, ${DAYS[index % 7]}</dt><dd>${line(one)}</dd>`).join('')}</dl></main><aside>${relatedLinks()}</aside>`,
    expected: text.flatMap((one, index) => [`${index + 3} May, ${DAYS[index % 7]}`, line(one)]),
  }),
  'byline with age and counters': ({ title, author, paragraphs: text }) => ({
    body: `<header><nav>${nav()}</nav></header><article><h1>${title}</h1><p class="info">${author} · 2 hours ago</p><p><span>1,204 views</span> <span>12 comments</span></p>${paragraphs(text)}<div class="share-bar">${shareBar}</div></article><div class="related">${relatedLinks()}</div>`,
    expected: [author, ...text],
  }),
  'product with a price': ({ title, paragraphs: text }) => ({
    body: `<header>${nav()}</header><div class="product"><h1>${title}</h1><p class="price">Now 49.90 instead of 59.90</p><p>${line(text[0] ?? '')}</p><button>Buy</button><p>In stock, delivered in two days</p></div><div class="reviews"><h2>Reviews</h2><p>Arrived on time and works.</p></div><footer><p>${LEGAL}</p></footer>`,
    expected: ['Now 49.90 instead of 59.90', line(text[0] ?? ''), 'In stock, delivered in two days'],
  }),
};
