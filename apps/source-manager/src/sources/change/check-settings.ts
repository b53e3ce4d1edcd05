import { type NewSource, SOURCE_TYPES } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import { isMasked } from '../secret-urls.js';

/** The settings that the schema of a single field cannot check. */
type CheckedSettings = Pick<NewSource, 'type' | 'feedUrl' | 'siteUrl'>;

interface FieldProblem {
  field: keyof CheckedSettings | 'articleSelector';
  message: string;
}

/** Why a selector cannot be used, or null. */
export type CheckSelector = (selector: string | null | undefined) => Promise<string | null>;

/** What is wrong with the articleSelector is found out elsewhere. */
export function requireValidSettings(settings: CheckedSettings, selectorProblem: string | null): void {
  const errors = settingProblems(settings, selectorProblem);
  if (errors.length === 0) return;
  throw new Problem(400, `the body is not valid: ${errors.map(({ field }) => field).join(', ')}`, { errors });
}

export function settingProblems(settings: CheckedSettings, selectorProblem: string | null): FieldProblem[] {
  const { type, feedUrl, siteUrl } = settings;
  const problems: Partial<Record<FieldProblem['field'], string | null>> = {
    feedUrl: feedUrl && (whyMasked(feedUrl) ?? SOURCE_TYPES[type].urlProblem(feedUrl)),
    siteUrl: siteUrl && whyMasked(siteUrl),
    articleSelector: selectorProblem,
  };
  return Object.entries(problems).flatMap(([field, message]) =>
    message ? [{ field: field as FieldProblem['field'], message }] : [],
  );
}

/** A mask that could not be replaced by the stored credentials. */
function whyMasked(url: string): string | null {
  return isMasked(url) ? 'has a masked user and password, and none are stored for this host' : null;
}
