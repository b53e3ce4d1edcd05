/**
 * What a page needs that calls the APIs of its own server: the same calls, without the schemas. A page gets the rows of
 * the routes without zod, which would be half of what it loads; the server has checked what it sends.
 */
export {
  ApiError,
  ApiUnreachableError,
  isPassingTrouble,
  UnexpectedResponseError,
} from './api-error.js';
export { type ApiRequest, type CallOptions, urlOf } from './api-request.js';
export { type CallApi, type ClientOptions, createCallApi } from './call-api.js';
export type { CrawlerClient, SourceClient } from './clients.js';
export { type MethodsOf, methodsOf } from './derive-methods.js';
export { linesOf } from './response-lines.js';
