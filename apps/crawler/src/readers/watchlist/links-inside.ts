import type { CheerioAPI } from 'cheerio/slim';

type Node = ReturnType<CheerioAPI['root']>[number]['children'][number];
type Element = Extract<Node, { attribs: unknown }>;

/** What a person selects for one article has fewer; of more, the first are enough. */
const MAX_LINKS = 50;
/** Elements inside each other are searched again and again. */
const MAX_LOOKS = 20_000_000;

export type LinksInside = (node: Node) => Element[];

/** Finds the first links inside of selected elements, for all of them in bounded time. */
export function createLinksInside(maxLooks = MAX_LOOKS): LinksInside {
  let looks = 0;
  return (node) => {
    const found: Element[] = [];
    const left = childrenOf(node).reverse();
    for (let next = left.pop(); next && found.length < MAX_LINKS; next = left.pop()) {
      looks += 1;
      if (looks > maxLooks) throw new Error('what it selects has too many elements inside');
      if (isLink(next)) found.push(next);
      const children = childrenOf(next);
      for (let index = children.length - 1; index >= 0; index -= 1) left.push(children[index] as Node);
    }
    return found;
  };
}

const childrenOf = (node: Node): Node[] => ('children' in node ? [...(node.children as Node[])] : []);

const isLink = (node: Node): node is Element =>
  'attribs' in node && node.name === 'a' && node.attribs.href !== undefined;
