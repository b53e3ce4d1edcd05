import type { SourceAction, SourcePatch } from '@feedwarden/contracts';
import type { SourceRow } from '../schema.js';
import type { Decision } from './decision.js';
import { freshStart } from './fresh-start.js';
import { requirePollable } from './require-pollable.js';

/** What a person's patch does to a source; null when it says what is so already. */
export function patchSource(row: SourceRow, patch: SourcePatch): Decision | null {
  const changes = whatDiffers(row, patch);
  const fields = Object.keys(changes);
  if (fields.length === 0) return null;
  const isPolledOtherwise = changes.feedUrl !== undefined || changes.type !== undefined;
  if (isPolledOtherwise) requirePollable({ ...row, ...changes });
  const startsAfresh = changes.enabled === true || isPolledOtherwise;
  return {
    set: {
      ...(startsAfresh && freshStart(row)),
      ...(changes.enabled && { disabledReason: null }),
      ...changes,
    },
    event: { action: actionOf(changes), evidence: { fields } },
  };
}

/** zod leaves a field that was not sent undefined: it stays as it is. */
function whatDiffers(row: SourceRow, patch: SourcePatch): Decision['set'] {
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
