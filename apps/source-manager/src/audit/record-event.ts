import type { SourceAction } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { sourceEvents } from '../sources/schema.js';
import { storableJson, storableText } from '../sources/storable-json.js';

export interface EventDraft {
  action: SourceAction;
  reason?: string | undefined;
  /** What the decision rests on. */
  evidence?: object | undefined;
}

/** Takes the transaction of the change: there is never one without the other. */
export async function recordEvent(
  tx: Transaction,
  sourceId: string,
  actor: string,
  { action, reason, evidence }: EventDraft,
): Promise<void> {
  await tx.insert(sourceEvents).values({
    sourceId,
    actor,
    action,
    reason: reason === undefined ? null : storableText(reason),
    evidence: evidence ? JSON.parse(storableJson(evidence)) : null,
  });
}
