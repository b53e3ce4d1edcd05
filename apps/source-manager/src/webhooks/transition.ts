import {
  SOURCE_ACTIONS,
  type Source,
  type SourceAction,
  type WebhookEvent,
  type WebhookSource,
  withoutCredentials,
} from '@feedwarden/contracts';
import type { EventDraft } from '../audit/record-events.js';
import type { SourceRow } from '../sources/schema.js';

/** Something that webhooks hear of. */
export interface Transition {
  event: WebhookEvent;
  /** What was done, as the audit trail names it; null: nobody did anything, the source recovered. */
  action: SourceAction | null;
  actor: string | null;
  reason: string | null;
  evidence: object | null;
  source: WebhookSource;
}

/** What a change means to webhooks, one message at most; null: nothing. */
export function transitionOf(
  before: SourceRow,
  after: Source,
  actor: string,
  { action, reason, evidence }: EventDraft,
): Transition | null {
  const event = SOURCE_ACTIONS[action].webhookEvent ?? byTheWay(before, after);
  if (!event) return null;
  return {
    event,
    action,
    actor,
    reason: reason ?? null,
    evidence: evidence ?? null,
    source: webhookSource(after),
  };
}

export function recoveryOf(source: Source): Transition {
  const nobody = { action: null, actor: null, reason: null, evidence: null };
  return { event: 'recovered', ...nobody, source: webhookSource(source) };
}

/** A new URL is a fresh start: it ends a quarantine and a cooldown without having been asked to. */
function byTheWay(before: SourceRow, after: Source): WebhookEvent | null {
  if (before.quarantinedAt && !after.quarantinedAt) return 'released';
  return before.feedDisabledAt && !after.feedDisabledAt ? 'enabled' : null;
}

function webhookSource(source: Source): WebhookSource {
  const { id, name, type, ownerId, status, disabledReason, feedDisableReason, feedRetryAt } = source;
  const { quarantinedAt, consecutiveFailures, lastErrorType, lastError, lastPolledAt, lastSuccessAt } =
    source;
  const feedUrl = source.feedUrl ? withoutCredentials(new URL(source.feedUrl)).href : null;
  return {
    ...{ id, name, type, feedUrl, ownerId, status },
    ...{ disabledReason, feedDisableReason, feedRetryAt, quarantinedAt },
    ...{ consecutiveFailures, lastErrorType, lastError, lastPolledAt, lastSuccessAt },
  };
}
