import { type Discovery, type DiscoveryRequest, discoverySchema } from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** It asks strangers, several times if it must. */
const DISCOVER_TIMEOUT_MS = 90_000;

/** What could become a source. Scope `feeds:toggle`. */
export function discoveryMethods(api: CallApi) {
  return {
    /** What is at an address, with or without its scheme, and what a first poll would store. Stores nothing. */
    discover: (request: DiscoveryRequest, options?: CallOptions): Promise<Discovery> =>
      api.json(
        {
          method: 'POST',
          path: '/api/v1/discover',
          body: request,
          timeoutMs: DISCOVER_TIMEOUT_MS,
          isRepeatable: true,
        },
        discoverySchema,
        options,
      ),
  };
}
