import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { createFaultLog } from '../telemetry/fault-log.js';
import type { Logger } from '../telemetry/logger.js';

/** Without the keys, tokens can be neither accepted nor rejected. */
export class KeysUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the keys for checking tokens cannot be fetched', { cause });
    this.name = 'KeysUnavailableError';
  }
}

export interface KeySetOptions {
  url: string;
  logger?: Logger;
  now?: () => number;
}

const NOT_FETCHED = 'keys of the token issuer not fetched';
const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;
/** After this the keys are fetched again, while the known ones go on working. */
const FRESH_MS = 10 * 60_000;
/** Anybody can make up names of keys: an unknown one does not cause requests more often than this. */
const COOL_DOWN_MS = 15_000;

/**
 * The public keys of an issuer. A key that is not among them may be new, so they are fetched again. A server that is
 * down, slow or broken takes nothing away from the keys that are known.
 */
export function createKeySet({ url, logger, now = Date.now }: KeySetOptions): JWTVerifyGetKey {
  const faults = logger && createFaultLog(logger, [], now);
  let known: JWTVerifyGetKey | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: unknown;
  let underWay: Promise<void> | undefined;

  async function fetchKeys(): Promise<void> {
    triedAt = now();
    try {
      known = createLocalJWKSet((await fetchKeySet(url)) as JSONWebKeySet);
      lastFailure = undefined;
      faults?.over(NOT_FETCHED);
    } catch (error) {
      lastFailure = error;
      faults?.report(NOT_FETCHED, error);
    }
  }

  /** One fetch at a time for all callers; never rejects. */
  function refresh(): Promise<void> {
    underWay ??= fetchKeys().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return async (header, token) => {
    if (known && now() - triedAt >= FRESH_MS) void refresh();
    try {
      if (known) return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    if (underWay || now() - triedAt >= COOL_DOWN_MS) await refresh();
    if (!known) throw new KeysUnavailableError(lastFailure);
    try {
      return await known(header, token);
    } catch (error) {
      // It may be a new key, and the server cannot be asked.
      if (error instanceof errors.JWKSNoMatchingKey && lastFailure)
        throw new KeysUnavailableError(lastFailure);
      throw error;
    }
  };
}

/** Fetches a JSON document from a server that is known, but may be slow, broken or too talkative. */
async function fetchKeySet(url: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/jwk-set+json, application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200 || !response.body) {
    // An unread body would hold its connection.
    await response.body?.cancel();
    throw new Error(`the key server responded ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`the key server sent more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
