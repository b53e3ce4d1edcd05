import { fill, LARGEST_PAGE } from './poison.js';

const listOf = (length: number) => Array.from({ length }, (_, n) => `b${n}`).join();

/** Selectors of watchlists that cost much on a page of very many elements. At most 500 characters. */
export const SELECTORS: string[] = [
  'nosuch ~ a ~ a',
  'a ~ a ~ a ~ a ~ nosuch',
  'a + a + a + a + a + nosuch',
  'a ~ nosuch',
  'a + nosuch',
  'nosuch ~ a',
  'a:nth-child(2n+1)',
  'a:nth-last-child(2n+1)',
  'a:nth-of-type(3n)',
  'a:nth-last-of-type(3n)',
  'a:first-of-type',
  'a:last-of-type',
  'a:only-of-type',
  'a:only-child',
  `:is(${listOf(120)})`,
  `:is(a,${listOf(60)}) ~ :is(a,${listOf(60)})`,
  `:not(${listOf(120)})`,
  'a:not(nosuch ~ a)',
  'a:has(~ nosuch)',
  'a:has(+ a + a + nosuch)',
  ':has(:has(:has(a)))',
  'main:has(a ~ a ~ nosuch)',
  '* * * * * * * nosuch',
  '* > * ~ * > * ~ nosuch',
  'a:contains(nosuch)',
  ':icontains(nosuch)',
  '[href*=c][href*=b][href^=b][href$=d]',
  'a:empty, a:parent, a:not(:empty)',
  ':root *:not(* > * > nosuch *)',
  fill('*:not(a ~ nosuch) ', 450).trim(),
  `${fill('a~', 480)}a`,
  `${fill(':is(', 396)}a${fill(')', 99)}`,
];

/** Links that all lead to the same article, side by side and nested. */
export function pageOfLinks(): Buffer {
  const wide = fill('<a href="b">c</a>', LARGEST_PAGE * 0.8);
  const deep = fill(
    `${fill('<div>', 1000)}<a href="b">c</a>${fill('</div>', 1200)}`,
    LARGEST_PAGE * 0.2 - 1000,
  );
  return Buffer.from(`<!doctype html><title>T</title><main>${wide}</main>${deep}`);
}
