export {
  ApiError,
  type ApiErrorContext,
  ApiUnreachableError,
  isPassingTrouble,
  UnexpectedResponseError,
} from './api-error.js';
export type { CallOptions } from './api-request.js';
export type { ClientOptions } from './call-api.js';
export { type CrawlerClient, createCrawlerClient, createSourceClient, type SourceClient } from './clients.js';
export type { ImportOptions } from './import-sources.js';
export type { ReadableChanges, UnreadableChange } from './read-changes.js';
export type { RetryOptions } from './retry.js';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookRequest,
  WebhookVerificationError,
} from './verify-webhook.js';
