import { NO_SUCH_WEBHOOK, type WebhookAttempt, webhookOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { PostMessage } from './post-message.js';
import type { ReadDeliveries } from './read-deliveries.js';
import type { WebhookRow } from './schema.js';
import { signMessage, testMessage } from './webhook-message.js';
import type { WebhookStore } from './webhook-store.js';

export interface WebhookRoutesDeps {
  store: WebhookStore;
  readDeliveries: ReadDeliveries;
  post: PostMessage;
  /** Aborted when the service stops. */
  stop: AbortSignal;
}

export function webhookRoutes({ store, readDeliveries, post, stop }: WebhookRoutesDeps): Route[] {
  async function own(ownerId: string, id: string): Promise<WebhookRow> {
    const webhook = await store.find(ownerId, id);
    if (!webhook) throw noSuchWebhook();
    return webhook;
  }

  /** Sends a message about nothing at once, and returns the result. */
  async function sendTest(webhook: WebhookRow): Promise<WebhookAttempt> {
    const now = new Date();
    return post(webhook.url, signMessage(testMessage(now), await store.secretOf(webhook), now), stop);
  }

  return routesOf(webhookOperations, {
    listWebhooks: ({ caller }) => store.list(caller.subject),

    createWebhook: async ({ body, caller, response }) => {
      const created = await store.create(caller.subject, body);
      response.set('cache-control', 'no-store').location(`/api/v1/webhooks/${created.id}`);
      return created;
    },

    deleteWebhook: async ({ params, caller }) => {
      const removed = await store.remove(caller.subject, params.id);
      if (!removed) throw noSuchWebhook();
    },

    testWebhook: async ({ params, caller }) => sendTest(await own(caller.subject, params.id)),

    listWebhookDeliveries: async ({ params, query, caller }) =>
      readDeliveries((await own(caller.subject, params.id)).id, query),
  });
}

const noSuchWebhook = () => new Problem(404, NO_SUCH_WEBHOOK);
