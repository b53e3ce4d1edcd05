import { type NewSource, SOURCE_TYPES } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import { load } from 'cheerio/slim';
import { isMasked } from '../secret-urls.js';

/** The settings that the schema of a single field cannot check. */
type CheckedSettings = Pick<NewSource, 'type' | 'feedUrl' | 'siteUrl' | 'articleSelector'>;

interface FieldProblem {
  field: keyof CheckedSettings;
  message: string;
}

export function requireValidSettings(settings: CheckedSettings): void {
  const errors = settingProblems(settings);
  if (errors.length === 0) return;
  throw new Problem(400, `the body is not valid: ${errors.map(({ field }) => field).join(', ')}`, { errors });
}

export function settingProblems(settings: CheckedSettings): FieldProblem[] {
  const { type, feedUrl, siteUrl, articleSelector } = settings;
  const problems: Partial<Record<keyof CheckedSettings, string | null>> = {
    feedUrl: feedUrl && (whyMasked(feedUrl) ?? SOURCE_TYPES[type].urlProblem(feedUrl)),
    siteUrl: siteUrl && whyMasked(siteUrl),
    articleSelector: articleSelector && whyNotSelector(articleSelector),
  };
  return Object.entries(problems).flatMap(([field, message]) =>
    message ? [{ field: field as keyof CheckedSettings, message }] : [],
  );
}

/** A mask that could not be replaced by the stored credentials. */
function whyMasked(url: string): string | null {
  return isMasked(url) ? 'has a masked user and password, and none are stored for this host' : null;
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
