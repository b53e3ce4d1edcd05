import { load } from 'cheerio/slim';
import { nestsDeeperThan } from '../feed/nesting-depth.js';

type Root = ReturnType<ReturnType<typeof load>['root']>[number];
type TreeNode = Root | Root['children'][number];

const MAX_DEPTH = 512;
const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const VOID = names('area base br col embed hr img input link meta param source track wbr');
const INVISIBLE = names('script style template noscript iframe');
const BLOCKS = names(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul',
);

/** What a person would read: no markup, blocks set apart by a space, white space folded. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return foldSpace(html);
  const readable = nestsDeeperThan(MAX_DEPTH, html, { neverClosed: VOID }) ? withoutTags(html) : html;
  return foldSpace(visibleText(load(readable, null, false).root().get(0)));
}

export function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A list of what is left to do instead of recursion, so that no depth can overflow the stack. */
function visibleText(root: Root | undefined): string {
  const text: string[] = [];
  const left: (TreeNode | string | undefined)[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') text.push(next);
    else if (next.type === 'text') text.push(next.data);
    else if ('children' in next && !INVISIBLE.has(nameOf(next))) {
      const gap = BLOCKS.has(nameOf(next)) ? ' ' : '';
      text.push(gap);
      left.push(gap);
      for (const child of next.children.toReversed()) left.push(child);
    }
  }
  return text.join('');
}

function nameOf(node: TreeNode): string {
  return 'name' in node ? node.name : '';
}

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1|$)/gi, '<')
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1))
    .join(' ');
}
