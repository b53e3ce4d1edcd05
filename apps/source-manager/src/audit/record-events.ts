import type { SourceAction } from '@feedwarden/contracts';
import { insertRows, type Transaction } from '@feedwarden/service-kit';
import { maskCredentials, maskedJson } from '../sources/secret-urls.js';
import { storableJson, storableText } from '../stored-values.js';
import { sourceEvents } from './schema.js';

export interface EventDraft {
  action: SourceAction;
  reason?: string | undefined;
  /** The facts behind the decision. */
  evidence?: object | undefined;
}

export interface RecordedEvent extends EventDraft {
  sourceId: string;
  actor: string;
  /** The same for all that one request changes together. */
  groupId?: string | undefined;
}

/** Runs in the transaction of the change, so that neither is stored without the other. Never stores credentials. */
export async function recordEvents(tx: Transaction, events: RecordedEvent[]): Promise<void> {
  const rows = events.map(({ sourceId, actor, action, reason, evidence, groupId }) => ({
    sourceId,
    actor,
    action,
    reason: reason === undefined ? null : storableText(maskCredentials(reason)),
    evidence: evidence ? JSON.parse(storableJson(maskedJson(evidence))) : null,
    groupId: groupId ?? null,
  }));
  await tx.execute(insertRows(sourceEvents, rows));
}
