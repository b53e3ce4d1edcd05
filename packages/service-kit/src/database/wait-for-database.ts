import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@feedwarden/pacing';
import type { Logger } from '../telemetry/logger.js';
import { isDatabaseTrouble } from './database-trouble.js';

const RETRY_MS = { first: 200, longest: 3000 };

/**
 * Runs `prepare` as soon as the database is there: services and their database often start at the same time, and a
 * connection may break at any moment. `prepare` must be safe to repeat.
 */
export async function waitForDatabase(
  prepare: () => Promise<void>,
  options: { logger: Logger; signal: AbortSignal; patienceMs?: number },
): Promise<void> {
  const { logger, signal, patienceMs = 60_000 } = options;
  const giveUpAt = Date.now() + patienceMs;
  for (let failures = 0; ; failures += 1) {
    try {
      await prepare();
      if (failures > 0) logger.info({ failures }, 'database available');
      return;
    } catch (error) {
      if (!isDatabaseTrouble(error) || Date.now() > giveUpAt) throw error;
      if (failures === 0) logger.warn({ err: error }, 'waiting for the database');
      await sleep(backoff(failures, RETRY_MS), undefined, { signal });
    }
  }
}
