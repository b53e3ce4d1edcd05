import type { SourceAction } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { maskCredentials, maskedJson } from '../sources/secret-urls.js';
import { storableJson, storableText } from '../stored-values.js';
import { sourceEvents } from './schema.js';

export interface EventDraft {
  action: SourceAction;
  reason?: string | undefined;
  /** The facts behind the decision. */
  evidence?: object | undefined;
}

/** Runs in the transaction of the change, so that neither is stored without the other. Never stores credentials. */
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
      reason: reason === undefined ? null : storableText(maskCredentials(reason)),
      evidence: evidence ? JSON.parse(storableJson(maskedJson(evidence))) : null,
    })),
  );
}
