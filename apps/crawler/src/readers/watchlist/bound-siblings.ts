import type { CheerioAPI } from 'cheerio/slim';

type Root = ReturnType<CheerioAPI['root']>[number];
type Node = Root['children'][number];

/** A list that a person reads has far fewer; of those nothing is counted. */
const HARMLESS_CHILDREN = 1000;
/** How many siblings a selector may look at: those of 5,000 elements that all have each other. */
const MAX_LOOKS = 25_000_000;
/** There, each look is a search. */
const MAX_LOOKS_OF_HAS = 1_000_000;

/**
 * Runs a selector. For `~`, `+` and the `:nth-` family it looks at all siblings of each element, and again for each of
 * them if there are several: on a page of a hundred thousand siblings it would not end. It throws when it looks at more
 * than it may.
 */
export function withBoundedSiblings<Result>(
  $: CheerioAPI,
  selector: string,
  run: ($: CheerioAPI) => Result,
): Result {
  const mostLooks = /:has\(/i.test(selector) ? MAX_LOOKS_OF_HAS : MAX_LOOKS;
  const large = parentsOfMany($.root()[0]);
  let looks = 0;
  const originals = large.map((parent) => [parent, parent.children] as const);
  for (const [parent, children] of originals)
    Object.defineProperty(parent, 'children', {
      configurable: true,
      enumerable: true,
      get: () => {
        looks += children.length;
        if (looks > mostLooks) throw new Error('it compares too many elements of the page with each other');
        return children;
      },
    });
  try {
    return run($);
  } finally {
    for (const [parent, value] of originals)
      Object.defineProperty(parent, 'children', {
        configurable: true,
        enumerable: true,
        writable: true,
        value,
      });
  }
}

function parentsOfMany(root: Root | undefined): { children: Node[] }[] {
  const found: { children: Node[] }[] = [];
  const left: (Root | Node)[] = root ? [root] : [];
  for (let node = left.pop(); node; node = left.pop()) {
    if (!('children' in node)) continue;
    if (node.children.length > HARMLESS_CHILDREN) found.push(node as { children: Node[] });
    for (const child of node.children) left.push(child as Node);
  }
  return found;
}
