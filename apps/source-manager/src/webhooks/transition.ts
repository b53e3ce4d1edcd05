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
import { maskedJson } from '../sources/secret-urls.js';

/** A change of a source that webhooks report. */
export interface Transition {
  event: WebhookEvent;
  /** As in the audit trail; null: the source recovered by itself. */
  action: SourceAction | null;
  actor: string | null;
  reason: string | null;
  evidence: object | null;
  source: WebhookSource;
}

/** The transition of a change, if it is one: at most one message. */
export function transitionOf(
  before: SourceRow,
  after: Source,
  actor: string,
  { action, reason, evidence }: EventDraft,
): Transition | null {
  const event = SOURCE_ACTIONS[action].webhookEvent ?? sideEffect(before, after);
  if (!event) return null;
  return {
    event,
    action,
    actor,
    reason: reason ?? null,
    evidence: evidence ? maskedJson(evidence) : null,
    source: webhookSource(after),
  };
}

export function recoveryOf(source: Source): Transition {
  const nobody = { action: null, actor: null, reason: null, evidence: null };
  return { event: 'recovered', ...nobody, source: webhookSource(source) };
}

/** A new URL is a fresh start: it also ends a quarantine or a cooldown. */
function sideEffect(before: SourceRow, after: Source): WebhookEvent | null {
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
