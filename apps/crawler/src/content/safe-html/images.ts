import { LAZY_SRCSET, LAZY_URL } from '../../readers/entry/absolute-links.js';

type Attributes = Record<string, string>;

const KEPT = ['alt', 'title', 'width', 'height', 'sizes'];

/**
 * The images of one document. In the `src` of a lazy one is a placeholder, or nothing. It is usually there twice:
 * once more in `<noscript>`, before it or behind it.
 */
export function createImages() {
  const lazy = new Set<string>();
  const withoutScript = new Set<string>();
  let noscripts = 0;

  return {
    enterNoscript(): void {
      noscripts += 1;
    },
    leaveNoscript(): void {
      noscripts -= 1;
    },
    /** null: there is nothing to show, or it is shown elsewhere. */
    attributesOf(attributes: Attributes): Attributes | null {
      const late = firstOf(attributes, LAZY_URL, isWebUrl);
      const lateSet = firstOf(attributes, LAZY_SRCSET, Boolean);
      const srcset = lateSet ?? attributes.srcset;
      const candidate = srcset?.trim().split(/[\s,]+/, 1)[0] ?? '';
      const inSet = isAddress(candidate) ? candidate : '';
      const src = late || (lateSet && inSet) || firstOf(attributes, ['src'], isAddress) || inSet;
      if (!src && !attributes.alt) return null;
      if (noscripts > 0) {
        if (lazy.has(src)) return null;
        withoutScript.add(src);
      } else if (late || lateSet) {
        if (withoutScript.has(src)) return null;
        lazy.add(src);
      }
      const others = KEPT.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : []));
      return { ...(src && { src }), ...(srcset && { srcset }), ...Object.fromEntries(others) };
    },
  };
}

function firstOf(
  attributes: Attributes,
  names: readonly string[],
  isGood: (value: string) => boolean,
): string | undefined {
  return names.map((name) => attributes[name]?.trim() ?? '').find((value) => value && isGood(value));
}

const isWebUrl = (value: string) => /^https?:\/\//i.test(value);

/** Relative ones are: old posts have them. A scheme that is hidden behind control characters is none of the web. */
function isAddress(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them.
  const seen = value.replace(/[\x00-\x20]/g, '');
  return /^https?:\/\//i.test(seen) || !/^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(seen);
}
