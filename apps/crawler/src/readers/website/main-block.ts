import type { CheerioAPI } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';

type Tree = ReturnType<CheerioAPI['root']>[number];
type TreeNode = Tree | Tree['children'][number];

const NOISE = [
  'script, style, noscript, template, iframe, svg, canvas, title',
  'nav, aside, footer, button, select, textarea',
  '[hidden], [aria-hidden="true"]',
  '[role="navigation"], [role="complementary"], [role="contentinfo"], [role="search"]',
].join(', ');
const DIALOG = 'dialog, [role="dialog"], [role="alertdialog"]';
const CONSENT = /(^|[\s_-])(cookie|consent|gdpr)s?([\s_-]|$)/i;
/** Whatever they say of themselves, the text is in them. */
const KEPT = 'html, body, main, article';
const CONTAINERS = new Set(
  'html body main div section article center form span font table tbody tr td fieldset'.split(' '),
);
/** What is in one cell may be the text; what is in all of them needs the caption and the heading too. */
const TABLE_PARTS = new Set(['table', 'tbody', 'tr']);
/** A part with this share of the text of the page is its text; the rest stands around it. */
const MAIN_SHARE = 0.7;

/** Removes from the page what is not its text: menus, scripts, banners. */
export function removeNoise($: CheerioAPI): void {
  removeAll($(NOISE).not(KEPT).toArray());
  removeBanners($);
}

/** Removes what lies over a page until somebody has agreed to something. */
export function removeBanners($: CheerioAPI): void {
  const consent = $('div, section, form, p').filter((_, { attribs }) =>
    CONSENT.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`),
  );
  removeAll([...$(DIALOG).not(KEPT), ...consent]);
}

/** All of one parent at once: taking them out one by one takes the square of the time. */
function removeAll(nodes: TreeNode[]): void {
  const noise = new Set(nodes);
  for (const parent of new Set(nodes.map((node) => node.parent)))
    if (parent) parent.children = parent.children.filter((child) => !noise.has(child));
}

/** The HTML of the article with the most text, or else of the smallest block that holds nearly all the text. */
export function mainBlockHtml($: CheerioAPI): string {
  const root = $.root()[0];
  if (!root) return '';
  const lengths = new Map<TreeNode, number>();
  measure(root, lengths);
  const longest = $('article')
    .toArray()
    .reduce<TreeNode | null>((best, one) => (lengthOf(one) > (best ? lengthOf(best) : 0) ? one : best), null);
  return $(longest ?? largestBlock()).html() ?? '';

  function lengthOf(node: TreeNode): number {
    return lengths.get(node) ?? 0;
  }

  function largestBlock(): TreeNode {
    const main = $('main, [role="main"]')[0];
    let block: TreeNode = main && lengthOf(main) > 0 ? main : (root as Tree);
    const enough = lengthOf(block) * MAIN_SHARE;
    for (
      let next: TreeNode | undefined = enough > 0 ? block : undefined;
      next;
      next = childWith(enough, next)
    )
      if (!('name' in next && TABLE_PARTS.has(next.name))) block = next;
    return block;
  }

  function childWith(enough: number, node: TreeNode): TreeNode | undefined {
    if (!('children' in node)) return undefined;
    return node.children.find(
      (child) => 'name' in child && CONTAINERS.has(child.name) && lengthOf(child) >= enough,
    );
  }
}

/** How much text each part of the page has, links not counted: menus are links. The page does not nest deeply. */
function measure(node: TreeNode, lengths: Map<TreeNode, number>): number {
  if (node.type === 'text') return foldSpace(node.data).length;
  if (!('children' in node) || ('name' in node && node.name === 'a')) return 0;
  const length = node.children.reduce((sum, child) => sum + measure(child, lengths), 0);
  lengths.set(node, length);
  return length;
}
