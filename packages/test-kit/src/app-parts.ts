import type { ServiceApi } from '@feedwarden/contracts';
import { createAvailability, createMetrics } from '@feedwarden/service-kit';
import { captureLogs } from './captured-logs.js';

/** A service that nobody reads about. */
const TEST_API: ServiceApi = { title: 'A service of a test', description: '', areas: {} };

/** What an HTTP app needs beside its routes, for a service that is ready. */
export function appParts(readiness = async () => {}) {
  const { logger, lines } = captureLogs();
  const availability = createAvailability();
  availability.enter('ready');
  return { parts: { logger, api: TEST_API, readiness, availability, metrics: createMetrics() }, lines };
}
