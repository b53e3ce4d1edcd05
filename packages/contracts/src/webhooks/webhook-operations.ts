import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID } from '../sources/example-source.js';
import {
  createdWebhookSchema,
  newWebhookSchema,
  type Webhook,
  webhookAttemptSchema,
  webhookDeliveryPageSchema,
  webhookDeliveryQuerySchema,
  webhookPageSchema,
} from './webhook.js';

export const NO_SUCH_WEBHOOK = 'you have no webhook with this id';
const webhookPathSchema = z.object({ id: z.uuid({ error: NO_SUCH_WEBHOOK }) });

/** The tests put the id of a real webhook in its place. */
export const EXAMPLE_WEBHOOK_ID = '7a1d4f0c-2b6e-4c3a-9f58-6f0d8a2e1b34';
const params = { id: EXAMPLE_WEBHOOK_ID };

const exampleWebhook: Webhook = {
  id: EXAMPLE_WEBHOOK_ID,
  url: 'https://hooks.example/feedwarden',
  events: ['disabled', 'quarantined'],
  createdAt: '2026-02-01T08:00:00.000Z',
  goneAt: null,
  failuresInARow: 0,
};
const exampleAttempt = { delivered: true, status: 204, error: null, durationMs: 85 };

export const webhookOperations = {
  listWebhooks: {
    method: 'get',
    path: '/api/v1/webhooks',
    scope: 'sources:write',
    summary: 'List your webhooks',
    description: 'All of them in one page, at most twenty. Webhooks of other people are not shown.',
    answer: { status: 200, description: 'Your webhooks.', schema: webhookPageSchema },
    examples: { mine: { answer: { items: [exampleWebhook], nextCursor: null } } },
  },
  createWebhook: {
    method: 'post',
    path: '/api/v1/webhooks',
    scope: 'sources:write',
    summary: 'Get a message when a source changes its state',
    description:
      'Messages signed as in the Standard Webhooks specification are sent to the URL when a source is disabled, enabled, ' +
      'quarantined, released or has recovered. The secret is shown in this response and never again.',
    body: { schema: newWebhookSchema },
    answer: {
      status: 201,
      description: 'The webhook, with its secret.',
      schema: createdWebhookSchema,
      headers: { Location: 'Its path.' },
    },
    problems: {
      409: 'You have twenty webhooks: delete one first.',
      503: 'This server has no `CREDENTIALS_KEY` to encrypt the secret with.',
    },
    examples: {
      trouble: {
        summary: 'Only what needs attention',
        body: { url: 'https://hooks.example/feedwarden', events: ['disabled', 'quarantined'] },
        answer: { ...exampleWebhook, secret: 'whsec_ZXhhbXBsZS1leGFtcGxlLWV4YW1wbGUtZXhhbXBsZTA=' },
      },
    },
  },
  deleteWebhook: {
    method: 'delete',
    path: '/api/v1/webhooks/:id',
    scope: 'sources:write',
    summary: 'Remove a webhook',
    description: 'Waiting deliveries are removed, too.',
    params: webhookPathSchema,
    answer: { status: 204, description: 'The webhook is removed.' },
    examples: { one: { params } },
  },
  testWebhook: {
    method: 'post',
    path: '/api/v1/webhooks/:id/test',
    scope: 'sources:write',
    // The receiver has ten seconds.
    slowSeconds: 20,
    summary: 'Send a test message at once',
    description: 'The response is 200 even if the receiver was not reached.',
    params: webhookPathSchema,
    answer: { status: 200, description: 'The result of the attempt.', schema: webhookAttemptSchema },
    examples: { one: { params, answer: exampleAttempt } },
  },
  listWebhookDeliveries: {
    method: 'get',
    path: '/api/v1/webhooks/:id/deliveries',
    scope: 'sources:write',
    summary: 'List recent and waiting deliveries of a webhook',
    description: 'Newest first. Finished deliveries are kept for a week.',
    params: webhookPathSchema,
    query: webhookDeliveryQuerySchema,
    answer: { status: 200, description: 'A page of deliveries.', schema: webhookDeliveryPageSchema },
    examples: {
      latest: {
        params,
        query: { limit: '10' },
        answer: {
          items: [
            {
              id: '0b8f1c9e-6f0e-4a3b-8a39-0d8f3f1b2a77',
              event: 'disabled',
              sourceId: EXAMPLE_SOURCE_ID,
              at: '2026-02-05T12:00:00.000Z',
              state: 'delivered',
              attempts: 1,
              nextAttemptAt: null,
              lastAttempt: exampleAttempt,
            },
          ],
          nextCursor: null,
        },
      },
    },
  },
} satisfies OperationTable;
