import { NO_SUCH_WEBHOOK, webhookOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { ReadDeliveries } from './read-deliveries.js';
import type { WebhookRow } from './schema.js';
import type { TestWebhook } from './test-webhook.js';
import type { WebhookStore } from './webhook-store.js';

export function webhookRoutes(
  store: WebhookStore,
  readDeliveries: ReadDeliveries,
  testWebhook: TestWebhook,
): Route[] {
  async function own(ownerId: string, id: string): Promise<WebhookRow> {
    const webhook = await store.find(ownerId, id);
    if (!webhook) throw noSuchWebhook();
    return webhook;
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

    testWebhook: async ({ params, caller }) => testWebhook(await own(caller.subject, params.id)),

    listWebhookDeliveries: async ({ params, query, caller }) =>
      readDeliveries((await own(caller.subject, params.id)).id, query),
  });
}

const noSuchWebhook = () => new Problem(404, NO_SUCH_WEBHOOK);
