import { describe, expect, it } from '@jest/globals';
import { load } from 'cheerio/slim';
import { htmlToText } from '../entry/html-text.js';
import { removePassing } from './remove-passing.js';

function textAfter(html: string): string {
  const $ = load(html);
  removePassing($);
  return htmlToText($.html());
}

describe('what changes while the text stays', () => {
  it.each([
    '<span>3 minutes ago</span>',
    '<time datetime="2026-03-01T10:00:00Z">an hour ago</time>',
    '<p>Updated: 12 hours ago</p>',
    '<p>(about 2 days ago)</p>',
    '<div><b>1,204</b> views</div>',
    '<span>12 comments</span>',
    '<span>Comments (7)</span>',
    '<span>3.4k likes</span>',
    '<p>vor 5 Minuten</p>',
    '<p>il y a 3 heures</p>',
    '<p>hace 2 días</p>',
    '<p>5 минут назад</p>',
    '<p>3分前</p>',
    '<p>2시간 전</p>',
    '<p>just now</p>',
  ])('is removed when an element says nothing else: %s', (html) => {
    expect(textAfter(`<article>${html}<p>The boats came in.</p></article>`)).toBe('The boats came in.');
  });

  it.each([
    ['<p>By Ann Lee · 3 minutes ago</p>', 'By Ann Lee'],
    ['<p>By Ann Lee, updated 3 minutes ago</p>', 'By Ann Lee,'],
    ['<p>Ann Lee | vor 5 Minuten</p>', 'Ann Lee'],
  ])('is cut from a line that names the author: %s', (html, text) => {
    expect(textAfter(html)).toBe(text);
  });

  it.each([
    '<p>The last train left 10 minutes ago</p>',
    '<p>Nobody came, but 3 days ago, as the keeper of the lighthouse told us, there had been a light.</p>',
    '<li>2 points of view</li>',
    '<p>12</p>',
    '<td>5 days</td>',
    '<p>Comments are welcome</p>',
    '<pre>3 minutes ago</pre>',
    '<p>min</p>',
  ])('is not what belongs to the text: %s', (html) => {
    expect(textAfter(html)).toBe(htmlToText(html));
  });
});
