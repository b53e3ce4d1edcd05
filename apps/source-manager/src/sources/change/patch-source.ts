import type { SourceAction, SourcePatch } from '@feedwarden/contracts';
import type { SourceRow } from '../schema.js';
import { requireValidSettings } from './check-settings.js';
import { type Decision, freshStart } from './decision.js';

/** What a person's patch changes; null when it changes nothing. */
export function patchSource(row: SourceRow, patch: SourcePatch): Decision | null {
  const changes = changedFields(row, patch);
  const fields = Object.keys(changes);
  if (fields.length === 0) return null;
  const pollsSomethingElse = changes.feedUrl !== undefined || changes.type !== undefined;
  if (pollsSomethingElse || changes.articleSelector)
    requireValidSettings({ ...row, articleSelector: null, ...changes });
  return {
    set: {
      ...((changes.enabled === true || pollsSomethingElse) && freshStart(row)),
      ...(changes.enabled && { disabledReason: null }),
      ...changes,
    },
    event: { action: actionOf(changes), evidence: { fields } },
  };
}

/** zod leaves a field that was not sent undefined: it keeps its value. */
function changedFields(row: SourceRow, patch: SourcePatch): Decision['set'] {
  return Object.fromEntries(
    Object.entries(patch).filter(
      ([field, value]) => value !== undefined && value !== row[field as keyof SourcePatch],
    ),
  );
}

function actionOf({ enabled }: Decision['set']): SourceAction {
  if (enabled === undefined) return 'changed';
  return enabled ? 'source_enabled' : 'source_disabled';
}
