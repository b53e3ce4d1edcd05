import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { load } from 'cheerio';
import { toSafeHtml } from './safe-html.js';
import { SANITISER_VERSION } from './sanitiser-version.js';
import { ATTACKS } from './testing/attacks.js';

const YT = 'https://www.youtube.com/embed/dQw4w9WgXcQ';

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'srcset'];
const ALLOWED = new Set(
  'href title rel src srcset sizes alt width height poster controls preload type media sandbox allow referrerpolicy loading datetime'.split(
    ' ',
  ),
);
const DANGEROUS =
  'script, style, svg, math, object, embed, form, input, base, template, noscript, track, link, meta[http-equiv]';
const FRAME_HOSTS = new Set(['www.youtube-nocookie.com', 'w.soundcloud.com']);

/** What a browser would find in it that it should not. */
function dangersIn(html: string): string[] {
  const page = load(html);
  const found = page('body')
    .find(DANGEROUS)
    .toArray()
    .map(({ name }) => `<${name}>`);
  for (const { name, attribs } of page('body *')
    .toArray()
    .filter((node) => node.type === 'tag'))
    for (const [attribute, value] of Object.entries(attribs)) {
      if (!ALLOWED.has(attribute)) found.push(`${name} ${attribute}`);
      if (!URL_ATTRIBUTES.includes(attribute)) continue;
      const url = new URL(
        attribute === 'srcset' ? (value.split(' ')[0] ?? '') : value,
        'https://page.example/',
      );
      if (!/^https?:$/.test(url.protocol)) found.push(`${name} ${value}`);
      if (name === 'iframe' && (url.protocol !== 'https:' || !FRAME_HOSTS.has(url.hostname)))
        found.push(value);
    }
  for (const { attribs } of page('iframe').toArray())
    if (
      /top-navigation|forms|camera|microphone|payment/.test(`${attribs.sandbox} ${attribs.allow}`) ||
      !attribs.sandbox
    )
      found.push('rights');
  return found;
}

describe('attacks on what is shown', () => {
  it.each(Object.entries(ATTACKS))('takes the danger out of %s', (_name, html) => {
    const safe = toSafeHtml(html);
    expect(dangersIn(safe)).toEqual([]);
    expect(toSafeHtml(safe)).toBe(safe);
  });

  it('finds the danger in most of them, when nothing is taken out', () => {
    const dangerous = Object.values(ATTACKS).filter((html) => dangersIn(html).length > 0);
    expect(dangerous.length).toBeGreaterThan(60);
  });

  it('ends with twenty thousand frames, images and objects, open or closed', () => {
    for (const piece of [
      '<object>',
      '<img>',
      '<iframe>',
      `<iframe src="${YT}"></iframe>`,
      '<noscript><img src=x>',
    ])
      expect(toSafeHtml(piece.repeat(20_000)).length).toBeLessThan(10_000_000);
  });
});

describe('the version of the sanitiser', () => {
  it('is raised with every change of what it makes, so that old content is sanitised again', () => {
    const made = createHash('sha256');
    for (const html of Object.values(ATTACKS)) made.update(toSafeHtml(html));
    const { dependencies } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    );
    expect([SANITISER_VERSION, dependencies['sanitize-html'], made.digest('hex').slice(0, 16)]).toEqual([
      1,
      '2.17.1',
      '155273fc9da190eb',
    ]);
  });
});
