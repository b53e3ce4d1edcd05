import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Logger } from '../telemetry/logger.js';
import { fetchKeySet } from './fetch-key-set.js';

/** The keys cannot be had, so nobody can say whether a token is good. */
export class KeysUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the keys that tokens are checked with cannot be fetched', { cause });
    this.name = 'KeysUnavailableError';
  }
}

export interface KeySetOptions {
  url: string;
  logger?: Logger;
  now?: () => number;
}

/** After that the keys are fetched anew, while those we have go on working. */
const FRESH_MS = 10 * 60_000;
/** Names of keys can be made up: an unknown one does not make us ask more often than that. */
const COOL_DOWN_MS = 15_000;

/**
 * The public keys of an issuer. A key that is not among them may be new, so they are fetched again; a server that is
 * down, slow or talks nonsense takes nothing away from the keys that are known.
 */
export function createKeySet({ url, logger, now = Date.now }: KeySetOptions): JWTVerifyGetKey {
  let known: JWTVerifyGetKey | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: unknown;
  let underWay: Promise<void> | undefined;

  async function fetchKeys(): Promise<void> {
    triedAt = now();
    try {
      known = createLocalJWKSet((await fetchKeySet(url)) as JSONWebKeySet);
      lastFailure = undefined;
    } catch (error) {
      lastFailure = error;
      logger?.warn({ err: error }, 'the keys of the token issuer cannot be fetched');
    }
  }

  /** One at a time, whoever asks; never rejects. */
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
      // It may be a new key, and we cannot look.
      if (error instanceof errors.JWKSNoMatchingKey && lastFailure)
        throw new KeysUnavailableError(lastFailure);
      throw error;
    }
  };
}
