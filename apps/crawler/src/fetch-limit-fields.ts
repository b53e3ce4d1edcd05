import { DEFAULT_FETCH_LIMITS as DEFAULT, type FetchLimits } from '@feedwarden/guarded-fetch';
import { positiveInt } from '@feedwarden/service-kit';
import { z } from 'zod';

/** Variables of the crawler and of `feedwarden extract`. */
export const fetchLimitFields = {
  FETCH_TIMEOUT_SECONDS: positiveInt(DEFAULT.timeoutSeconds, 3600).describe(
    'How long a fetch may take, with redirects and body.',
  ),
  FETCH_HEADERS_SECONDS: positiveInt(DEFAULT.headersSeconds, 3600).describe(
    'How long a host may take to send all headers.',
  ),
  FETCH_IDLE_SECONDS: positiveInt(DEFAULT.idleSeconds, 3600).describe(
    'How long a host may pause while it sends a body.',
  ),
  FETCH_MAX_HEADER_BYTES: positiveInt(DEFAULT.maxHeaderBytes, 1024 * 1024).describe(
    'The largest headers, in bytes.',
  ),
  FETCH_MAX_BYTES: positiveInt(DEFAULT.maxBytes).describe(
    'The largest body, in bytes, both as sent and decompressed.',
  ),
  FETCH_MAX_RATIO: positiveInt(DEFAULT.maxRatio).describe(
    'How many times larger decompression may make a large body (a tenth of FETCH_MAX_BYTES): feeds stay below, bombs do not.',
  ),
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
