import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '@feedwarden/pacing';
import type { Logger } from '../telemetry/logger.js';
import { isNotThere } from './database-trouble.js';

const RETRY_MS = { first: 200, longest: 3000 };

/** Runs `prepare` as soon as the database is there: services and their database often start at the same time. */
export async function waitForDatabase(
  prepare: () => Promise<void>,
  options: { logger: Logger; signal: AbortSignal; patienceMs?: number },
): Promise<void> {
  const { logger, signal, patienceMs = 60_000 } = options;
  const deadline = Date.now() + patienceMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await prepare();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!isNotThere(error) || Date.now() > deadline) throw error;
      logger.warn({ code }, 'waiting for the database');
      await sleep(backoff(attempt, RETRY_MS), undefined, { signal });
    }
  }
}
