import type { CheerioAPI } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';

type Tree = ReturnType<CheerioAPI['root']>[number];
type TreeNode = Tree | Tree['children'][number];
type Element = Extract<TreeNode, { attribs: unknown }>;

/** Never part of what an article says, whatever it is called. */
const ALWAYS = new Set('figcaption form nav aside dialog button select textarea input'.split(' '));

/** How pages name what is never the article. Whole words of an id or a class. */
const FURNITURE_NAMES = wholeWords(
  'ad|ads|advert\\w*|sponsor\\w*|share|share-?(bar|box|buttons?|icons?|links?|this)|sharing|newsletter\\w*|sign-?up|paywall|regwall|related|recommend\\w*|' +
    'read-?also|most-?read|trending|comments?|disqus|cookies?|consent|gdpr|breadcrumbs?|toc|navbox|live-?share',
);
/** How they name what seldom is: unless much of the text of the page is in it. */
const SUSPECT_NAMES = wholeWords(
  'social|promo\\w*|subscri\\w+|read-?more|teasers?|respond|reviews|replies|author-?(box|bio|card)|' +
    'postmetadata|tags?|tagcloud|infobox|reflist|references|mw-editsection|signature|poster|rating-?box|' +
    'shop-?links?|downloads?|contact|pull-?quote|sidebar|widget\\w*|footer|menu',
);
/** Often nothing but links, to the author and the section; readability finds the author there. */
const BYLINE_NAMES = wholeWords('byline|author|meta');
/** With this share of the text of the page, it is the text, and badly named. */
const MISNAMED_SHARE = { furniture: 0.75, suspect: 0.4 };
/** A block whose text is links, to this share, leads away from the article. */
const LINK_SHARE = 0.7;
const LINK_BLOCKS = new Set(['p', 'ul', 'ol', 'div', 'section']);
const FRAME = new Set(['html', 'head', 'body']);
const FOOTNOTE_MARK = /^\[?\d{1,3}\]?$/;

interface Size {
  text: number;
  linked: number;
}

/** Removes what pages put in and around an article: captions, share bars, teasers, comments, forms. */
export function removeFurniture($: CheerioAPI): void {
  removeWhere(
    $,
    (element, share) => share < MISNAMED_SHARE.furniture && FURNITURE_NAMES.test(namesOf(element)),
  );
  // Measured again: on a page with a long comment section, little of the whole text would be the article.
  removeWhere($, (element, share, size) => share < MISNAMED_SHARE.suspect && isSuspect(element, size));
}

function isSuspect(element: Element, { text, linked }: Size): boolean {
  if (element.name === 'sup') return FOOTNOTE_MARK.test(textOf(element));
  if (ALWAYS.has(element.name) || SUSPECT_NAMES.test(namesOf(element))) return true;
  if (BYLINE_NAMES.test(namesOf(element))) return false;
  return LINK_BLOCKS.has(element.name) && linked > 0 && linked >= text * LINK_SHARE;
}

const namesOf = ({ attribs }: Element) => `${attribs.id ?? ''} ${attribs.class ?? ''}`;

/** `share`: how much of the text of the page that is not in links is in the element. */
function removeWhere(
  $: CheerioAPI,
  isUnwanted: (element: Element, share: number, size: Size) => boolean,
): void {
  const root = $.root()[0];
  if (!root) return;
  const sizes = new Map<TreeNode, Size>();
  const whole = ownText(measure(root, sizes));
  prune(root);

  function prune(node: TreeNode): void {
    if (!('children' in node)) return;
    node.children = node.children.filter((child) => !('attribs' in child) || !isToGo(child));
    for (const child of node.children) prune(child);
  }

  function isToGo(element: Element): boolean {
    const size = sizes.get(element);
    if (!size || FRAME.has(element.name)) return false;
    return isUnwanted(element, whole === 0 ? 0 : ownText(size) / whole, size);
  }
}

const ownText = ({ text, linked }: Size) => text - linked;

/** How much text each part of a page has, and how much of it is in links. */
function measure(node: TreeNode, sizes: Map<TreeNode, Size>, inLink = false): Size {
  if (node.type === 'text') {
    const text = foldSpace(node.data).length;
    return { text, linked: inLink ? text : 0 };
  }
  if (!('children' in node) || node.type === 'script' || node.type === 'style') return { text: 0, linked: 0 };
  const linkHere = inLink || ('name' in node && node.name === 'a');
  const size = { text: 0, linked: 0 };
  for (const child of node.children) {
    const { text, linked } = measure(child, sizes, linkHere);
    size.text += text;
    size.linked += linked;
  }
  sizes.set(node, size);
  return size;
}

function textOf(node: TreeNode): string {
  if (node.type === 'text') return node.data.trim();
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function wholeWords(names: string): RegExp {
  return new RegExp(`(^|[\\s_-])(${names})([\\s_-]|$)`, 'i');
}
