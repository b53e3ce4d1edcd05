import { setMaxListeners } from 'node:events';
import {
  type BackgroundLoop,
  createBackgroundLoop,
  type FaultLog,
  type Logger,
} from '@feedwarden/service-kit';
import type { DeliveryOutbox, Outcome, Recorded } from './delivery-outbox.js';
import type { PostMessage } from './post-message.js';
import type { WebhookRow } from './schema.js';
import { messageOf, signMessage } from './webhook-message.js';

export interface DeliverWebhooksDeps {
  outbox: DeliveryOutbox;
  post: PostMessage;
  secretOf: (webhook: WebhookRow) => Promise<string>;
  /** The pause after this many failures. */
  retrySeconds: (failures: number) => number;
  logger: Logger;
  faults: FaultLog;
}

const LOOK_EVERY_MS = 500;
const REST_AFTER_FAULT_MS = 5000;
const CLEAN_UP_EVERY_MS = 3_600_000;
/** A receiver that hangs occupies one of these, and holds up no other. */
const WEBHOOKS_AT_ONCE = 20;
const MESSAGES_AT_ONCE = 10;
const GONE = 410;
const CANNOT_CLAIM = 'internal error while claiming webhooks';
const CANNOT_DELIVER = 'internal error while delivering to a webhook';

/** Sends the messages that are due, until each gets a 2xx or is given up. */
export function createDeliverWebhooks(deps: DeliverWebhooksDeps): BackgroundLoop {
  const { outbox, faults } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every running request listens to it.
  setMaxListeners(0, signal);
  const turns = new Set<Promise<void>>();
  let cleanedUpAt = Number.NEGATIVE_INFINITY;

  const loop = createBackgroundLoop(async () => {
    try {
      await cleanUp();
      for (const webhook of await outbox.claim(WEBHOOKS_AT_ONCE - turns.size)) startTurn(webhook);
      faults.over(CANNOT_CLAIM);
    } catch (error) {
      faults.report(CANNOT_CLAIM, error);
      return REST_AFTER_FAULT_MS;
    }
    return LOOK_EVERY_MS;
  });

  /** Not awaited, so that no webhook waits for another. A turn that throws keeps its lease, as a pause. */
  function startTurn(webhook: WebhookRow): void {
    const turn = takeTurn(webhook, deps, signal)
      .then(() => faults.over(CANNOT_DELIVER))
      .catch((error: unknown) => {
        if (!signal.aborted) faults.report(CANNOT_DELIVER, error, { webhookId: webhook.id });
      })
      .finally(() => turns.delete(turn));
    turns.add(turn);
  }

  async function cleanUp(): Promise<void> {
    if (performance.now() - cleanedUpAt < CLEAN_UP_EVERY_MS) return;
    cleanedUpAt = performance.now();
    await outbox.deleteOld();
  }

  return {
    start: loop.start,
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await Promise.all(turns);
    },
  };
}

/** Sends due messages, round by round, until none is due or the receiver fails. */
async function takeTurn(claimed: WebhookRow, deps: DeliverWebhooksDeps, stop: AbortSignal): Promise<void> {
  const { outbox } = deps;
  const secret = await deps.secretOf(claimed);
  let webhook = claimed;
  try {
    while (!stop.aborted) {
      const outcomes = await sendDue(webhook, secret, deps, stop);
      if (outcomes.length === 0) break;
      const isGone = outcomes.some(({ attempt }) => attempt.status === GONE);
      const failuresInARow = outcomes.some(({ attempt }) => attempt.delivered)
        ? 0
        : webhook.failuresInARow + 1;
      const recorded = await outbox.record(webhook, { outcomes, failuresInARow, isGone });
      if (!recorded) return;
      webhook = recorded.webhook;
      logFailures(deps.logger, outcomes, recorded);
      if (failuresInARow > 0) return await outbox.release(webhook, deps.retrySeconds(failuresInARow));
      if (isGone) break;
    }
  } catch (error) {
    // Interrupted by our own stop: the next process sends the messages again.
    if (!stop.aborted) throw error;
  }
  await outbox.release(webhook);
}

async function sendDue(
  webhook: WebhookRow,
  secret: string,
  { outbox, post, retrySeconds }: DeliverWebhooksDeps,
  stop: AbortSignal,
): Promise<Outcome[]> {
  // A receiver that failed is tried with a single message.
  const due = await outbox.due(webhook, webhook.failuresInARow > 0 ? 1 : MESSAGES_AT_ONCE);
  return Promise.all(
    due.map(async (delivery) => {
      const attempt = await post(webhook.url, signMessage(messageOf(delivery), secret, new Date()), stop);
      return { delivery, attempt, retrySeconds: retrySeconds(delivery.attempts + 1) };
    }),
  );
}

/** Logs only the host: the path of a webhook URL may be a secret. */
function logFailures(logger: Logger, outcomes: Outcome[], { webhook, givenUp }: Recorded): void {
  const failed = outcomes.map(({ attempt }) => attempt).filter(({ delivered }) => !delivered);
  const [first] = failed;
  if (!first) return;
  const about = { webhookId: webhook.id, host: new URL(webhook.url).host };
  const { status, error } = first;
  logger.warn({ ...about, status, error, messages: failed.length }, 'webhook not delivered');
  if (webhook.goneAt) logger.warn(about, 'webhook ended: the receiver responded 410 Gone');
  else if (givenUp > 0) logger.warn({ ...about, messages: givenUp }, 'webhook messages given up');
}
