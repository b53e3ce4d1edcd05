import { load } from 'cheerio/slim';

const ANY_PAGE = load('<a></a>').root();

/**
 * Why a text is not a CSS selector, tried with the library that the crawler uses; null: it is one. Even 500 characters
 * can keep the library busy, so this runs only in the process that may die.
 */
export function selectorProblem(selector: string): string | null {
  // The library ignores a trailing combinator.
  if (/[>+~]$/.test(selector)) return 'is not a CSS selector: it ends with a combinator';
  try {
    ANY_PAGE.find(selector);
    return null;
  } catch (error) {
    return `is not a CSS selector: ${(error as Error).message}`;
  }
}
