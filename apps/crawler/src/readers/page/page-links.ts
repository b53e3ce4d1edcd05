import type { CheerioAPI } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';

type Tree = ReturnType<CheerioAPI['root']>[number];
type TreeNode = Tree | Tree['children'][number];

/** A link and its surroundings. */
export interface PageLink {
  href: string;
  rel: string;
  text: string;
  inHeading: boolean;
  inArticle: boolean;
}

interface Surroundings {
  link: PageLink | null;
  heading: boolean;
  article: boolean;
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4']);
const ENOUGH_TEXT = 300;

/** Collects all links of a page in one pass. Looking inside and around each link would take quadratic time. */
export function linksOfPage($: CheerioAPI): PageLink[] {
  const links: PageLink[] = [];
  const root = $.root()[0];
  if (root) collect(root, { link: null, heading: false, article: false }, links);
  return links.map((link) => ({ ...link, text: foldSpace(link.text) }));
}

function collect(node: TreeNode, around: Surroundings, links: PageLink[]): void {
  if (node.type === 'text' && around.link && around.link.text.length < ENOUGH_TEXT)
    around.link.text += node.data.slice(0, ENOUGH_TEXT);
  if (!('children' in node)) return;
  const inside = 'attribs' in node ? surroundings(node, around) : around;
  if (inside.link && inside.link !== around.link) links.push(inside.link);
  for (const child of node.children) collect(child, inside, links);
}

function surroundings(
  { name, attribs }: Extract<TreeNode, { attribs: unknown }>,
  around: Surroundings,
): Surroundings {
  const heading = around.heading || HEADINGS.has(name);
  const article = around.article || name === 'article' || name === 'main' || attribs.role === 'main';
  if (heading && around.link) around.link.inHeading = true;
  if (name !== 'a' || attribs.href === undefined) return { ...around, heading, article };
  const { href, rel = '' } = attribs;
  return { heading, article, link: { href, rel, text: '', inHeading: heading, inArticle: article } };
}
