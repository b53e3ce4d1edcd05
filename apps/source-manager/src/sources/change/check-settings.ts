import { type NewSource, SOURCE_TYPES } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import { load } from 'cheerio/slim';

/** The settings that the schema of a single field cannot check. */
type CheckedSettings = Pick<NewSource, 'type' | 'feedUrl' | 'articleSelector'>;

interface FieldProblem {
  field: keyof CheckedSettings;
  message: string;
}

export function requireValidSettings(settings: CheckedSettings): void {
  const errors = settingProblems(settings);
  if (errors.length === 0) return;
  throw new Problem(400, `the body is not valid: ${errors.map(({ field }) => field).join(', ')}`, { errors });
}

export function settingProblems({ type, feedUrl, articleSelector }: CheckedSettings): FieldProblem[] {
  const urlProblem = feedUrl ? SOURCE_TYPES[type].urlProblem(feedUrl) : null;
  const selectorProblem = articleSelector ? whyNotSelector(articleSelector) : null;
  return [
    ...(urlProblem ? [{ field: 'feedUrl' as const, message: urlProblem }] : []),
    ...(selectorProblem ? [{ field: 'articleSelector' as const, message: selectorProblem }] : []),
  ];
}

const ANY_PAGE = load('<a></a>').root();

/** Tries the selector with the library that the crawler uses. */
function whyNotSelector(selector: string): string | null {
  // The library ignores a trailing combinator.
  if (/[>+~]$/.test(selector)) return 'is not a CSS selector: it ends with a combinator';
  try {
    ANY_PAGE.find(selector);
    return null;
  } catch (error) {
    return `is not a CSS selector: ${(error as Error).message}`;
  }
}
