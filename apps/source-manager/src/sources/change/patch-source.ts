import { SOURCE_TYPES, type SourceAction, type SourcePatch } from '@feedwarden/contracts';
import { type Caller, Problem } from '@feedwarden/service-kit';
import type { SourceRow } from '../schema.js';
import { isMasked, unmask } from '../secret-urls.js';
import { requireValidSettings } from './check-settings.js';
import { type Decision, freshStart } from './decision.js';

type Changes = Partial<Pick<SourceRow, keyof SourcePatch>>;

/** What a person's patch changes; null when it changes nothing. */
export function patchSource(
  row: SourceRow,
  patch: SourcePatch,
  selectorProblem: string | null,
): Decision | null {
  const changes = changedFields(row, patch);
  const fields = Object.keys(changes) as (keyof SourcePatch)[];
  if (fields.length === 0) return null;
  const pollsSomethingElse = changes.feedUrl !== undefined || changes.type !== undefined;
  if (pollsSomethingElse || changes.articleSelector || changes.siteUrl)
    requireValidSettings({ ...row, ...changes }, changes.articleSelector ? selectorProblem : null);
  const oldAndNew = fields.map((field) => [field, { from: row[field], to: changes[field] }]);
  return {
    set: {
      ...((changes.enabled === true || pollsSomethingElse) && freshStart(row)),
      ...(changes.enabled && { disabledReason: null }),
      ...changes,
    },
    event: { action: actionOf(changes), evidence: { changes: Object.fromEntries(oldAndNew) } },
  };
}

/** A source that is polled with its owner's API key: only the owner decides what the key is used for. */
export function requireKeyOwner(row: SourceRow, changes: Decision['set'], caller: Caller): void {
  if (changes.feedUrl === undefined && changes.type === undefined) return;
  const usesKey = [row.type, changes.type ?? row.type].some((type) => SOURCE_TYPES[type].credentialProvider);
  if (!usesKey || caller.subject === row.ownerId || caller.scopes.has('sources:admin')) return;
  throw new Problem(
    403,
    'this source uses the API key of its owner: only the owner, or a token with the scope sources:admin, can change ' +
      'its type or feedUrl',
  );
}

/** zod leaves a field that was not sent undefined: it keeps its value. */
function changedFields(row: SourceRow, patch: SourcePatch): Changes {
  const { feedUrl, siteUrl } = patch;
  const given = {
    ...patch,
    ...(feedUrl && isMasked(feedUrl) && { feedUrl: unmask(feedUrl, row.feedUrl) ?? feedUrl }),
    ...(siteUrl && isMasked(siteUrl) && { siteUrl: unmask(siteUrl, row.siteUrl) ?? siteUrl }),
  };
  return Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && value !== row[field as keyof SourcePatch],
    ),
  );
}

function actionOf({ enabled }: Changes): SourceAction {
  if (enabled === undefined) return 'changed';
  return enabled ? 'source_enabled' : 'source_disabled';
}
