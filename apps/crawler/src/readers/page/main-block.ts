import type { CheerioAPI } from 'cheerio/slim';
import { frameOf } from '../entry/html/embeds.js';
import { foldSpace } from '../entry/html-text.js';

type Tree = ReturnType<CheerioAPI['root']>[number];
type TreeNode = Tree | Tree['children'][number];

const NOISE = [
  'script, style, noscript, template, svg, canvas, title',
  'nav, aside, footer, button, select, textarea',
  '[hidden], [aria-hidden="true"]',
  '[role="navigation"], [role="complementary"], [role="contentinfo"], [role="search"]',
].join(', ');
const DIALOG = 'dialog, [role="dialog"], [role="alertdialog"]';
const CONSENT = /(^|[\s_-])(cookie|consent|gdpr)s?([\s_-]|$)/i;
/** These hold the text even when they are marked as something else. */
const KEPT = 'html, body, main, article';
const CONTAINERS = new Set(
  'html body main div section article center form span font table tbody tr td fieldset'.split(' '),
);
/** One cell may hold the text; several need the caption and the heading too. */
const TABLE_PARTS = new Set(['table', 'tbody', 'tr']);
/** A part with this share of the page's text is the main part. */
const MAIN_SHARE = 0.7;

/** Removes menus, scripts and banners. */
export function removeNoise($: CheerioAPI): void {
  removeAll($(NOISE).not(KEPT).toArray());
  // Players of well-known sites belong to the text.
  removeAll(
    $('iframe')
      .filter((_, { attribs }) => !frameOf(attribs.src))
      .toArray(),
  );
  removeBanners($);
}

/** Removes consent banners and dialogs. */
function removeBanners($: CheerioAPI): void {
  const consent = $('div, section, form, p').filter((_, { attribs }) =>
    CONSENT.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`),
  );
  removeAll([...$(DIALOG).not(KEPT), ...consent]);
}

/** All children of a parent at once: removing them one by one takes quadratic time. */
function removeAll(nodes: TreeNode[]): void {
  const noise = new Set(nodes);
  for (const parent of new Set(nodes.map((node) => node.parent)))
    if (parent) parent.children = parent.children.filter((child) => !noise.has(child));
}

/** So many articles side by side may be one text: the entries of a live blog, or a front page. */
const ENOUGH_ARTICLES = 3;
/** One with less of their text is not the article of the page. */
const ARTICLE_SHARE = 0.5;

/** The HTML of the article with the most text, or of several, else of the smallest block with most of the page's text. */
export function mainBlockHtml($: CheerioAPI): string {
  const root = $.root()[0];
  if (!root) return '';
  const lengths = new Map<TreeNode, number>();
  measure(root, lengths);
  const articles = $('article').toArray();
  const longest = articles.reduce<TreeNode | null>(
    (best, one) => (lengthOf(one) > (best ? lengthOf(best) : 0) ? one : best),
    null,
  );
  return $(longest ? aloneOrTogether(longest) : largestBlock()).html() ?? '';

  /** The article, or what is around it and others of its size. */
  function aloneOrTogether(article: TreeNode): TreeNode {
    const { parent } = article;
    const beside = articles.filter((one) => one.parent === parent && lengthOf(one) > 0);
    const text = beside.reduce((sum, one) => sum + lengthOf(one), 0);
    const isOneOfMany = beside.length >= ENOUGH_ARTICLES && lengthOf(article) < text * ARTICLE_SHARE;
    return parent && isOneOfMany ? parent : article;
  }

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

/** Counts the text of each part without its links, because menus are links. The depth is bounded. */
function measure(node: TreeNode, lengths: Map<TreeNode, number>): number {
  if (node.type === 'text') return foldSpace(node.data).length;
  if (!('children' in node) || ('name' in node && node.name === 'a')) return 0;
  const length = node.children.reduce((sum, child) => sum + measure(child, lengths), 0);
  lengths.set(node, length);
  return length;
}
