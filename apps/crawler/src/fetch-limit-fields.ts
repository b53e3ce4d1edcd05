import { DEFAULT_FETCH_LIMITS as DEFAULT, type FetchLimits } from '@feedwarden/guarded-fetch';
import { positiveInt } from '@feedwarden/service-kit';
import { z } from 'zod';

/** Variables of the crawler and of `npm run extract`. */
export const fetchLimitFields = {
  FETCH_TIMEOUT_SECONDS: positiveInt(DEFAULT.timeoutSeconds, 3600),
  FETCH_HEADERS_SECONDS: positiveInt(DEFAULT.headersSeconds, 3600),
  FETCH_IDLE_SECONDS: positiveInt(DEFAULT.idleSeconds, 3600),
  FETCH_MAX_HEADER_BYTES: positiveInt(DEFAULT.maxHeaderBytes, 1024 * 1024),
  FETCH_MAX_BYTES: positiveInt(DEFAULT.maxBytes),
  FETCH_MAX_RATIO: positiveInt(DEFAULT.maxRatio),
};

const fields = z.object(fetchLimitFields);

export function readFetchLimits(vars: z.infer<typeof fields>): FetchLimits {
  return {
    timeoutSeconds: vars.FETCH_TIMEOUT_SECONDS,
    headersSeconds: vars.FETCH_HEADERS_SECONDS,
    idleSeconds: vars.FETCH_IDLE_SECONDS,
    maxHeaderBytes: vars.FETCH_MAX_HEADER_BYTES,
    maxBytes: vars.FETCH_MAX_BYTES,
    maxRatio: vars.FETCH_MAX_RATIO,
  };
}
