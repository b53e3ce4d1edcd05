export { ApiError, type ApiErrorContext, ApiUnreachableError, isPassingTrouble } from './api-error.js';
export type { CallOptions, ChangeOptions, CreateOptions } from './api-request.js';
export type { ClientOptions } from './call-api.js';
export { type CrawlerClient, createCrawlerClient } from './crawler-client.js';
export type { ImportOptions } from './opml-methods.js';
export type { RetryOptions } from './retry.js';
export { createSourceClient, type SourceClient } from './source-client.js';
export type { PageQuery } from './source-methods.js';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookRequest,
  WebhookVerificationError,
} from './verify-webhook.js';
