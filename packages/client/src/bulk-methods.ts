import { type BulkAnswer, type BulkChangeInput, bulkAnswerSchema } from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** Longer than other calls: it may be about every source there is. */
const BULK_TIMEOUT_MS = 10 * 60_000;

/** Many sources at once. Scope `sources:write`. */
export function bulkMethods(api: CallApi) {
  return {
    /** Enables or disables what the filter finds; with `dryRun` it only tells. Can be called again at any time. */
    changeManySources: (change: BulkChangeInput, options?: CallOptions): Promise<BulkAnswer> =>
      api.json(
        { method: 'POST', path: '/api/v1/sources/bulk', body: change, timeoutMs: BULK_TIMEOUT_MS },
        bulkAnswerSchema,
        options,
      ),
  };
}
