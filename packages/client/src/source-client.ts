import { bulkMethods } from './bulk-methods.js';
import { type ClientOptions, createCallApi } from './call-api.js';
import { crawlingMethods } from './crawling-methods.js';
import { credentialMethods } from './credential-methods.js';
import { feedSwitchMethods } from './feed-switch-methods.js';
import { opmlMethods } from './opml-methods.js';
import { sourceMethods } from './source-methods.js';
import { webhookMethods } from './webhook-methods.js';

export type SourceClient = ReturnType<typeof createSourceClient>;

/**
 * The API of source-manager, typed.
 *
 * @example
 * const sources = createSourceClient({ baseUrl: 'http://localhost:4100', token: async () => token });
 * for await (const source of sources.allSources({ status: 'failing' })) console.log(source.name, source.lastError);
 *
 * @throws {ApiError} when the answer is no, {@link ApiUnreachableError} when there is none, and the reason of
 * `signal` when it was aborted. All of its methods do.
 */
export function createSourceClient(options: ClientOptions) {
  const api = createCallApi('source-manager', options);
  return {
    ...sourceMethods(api),
    ...bulkMethods(api),
    ...opmlMethods(api),
    ...feedSwitchMethods(api),
    ...credentialMethods(api),
    ...webhookMethods(api),
    ...crawlingMethods(api),
  };
}
