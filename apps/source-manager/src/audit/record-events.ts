import type { SourceAction } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { sourceEvents } from '../sources/schema.js';
import { storableJson, storableText } from '../stored-values.js';

export interface EventDraft {
  action: SourceAction;
  reason?: string | undefined;
  /** What the decision rests on. */
  evidence?: object | undefined;
}

/** Takes the transaction of the change: there is never one without the other. */
export async function recordEvents(
  tx: Transaction,
  actor: string,
  events: (EventDraft & { sourceId: string })[],
): Promise<void> {
  await tx.insert(sourceEvents).values(
    events.map(({ sourceId, action, reason, evidence }) => ({
      sourceId,
      actor,
      action,
      reason: reason === undefined ? null : storableText(reason),
      evidence: evidence ? JSON.parse(storableJson(evidence)) : null,
    })),
  );
}
