import { createAvailability } from '../availability.js';
import { createMetrics } from '../metrics.js';
import { captureLogs } from './captured-logs.js';

/** What an HTTP app needs beside its routes, for a service that is ready. */
export function appParts(readiness = async () => {}) {
  const { logger, lines } = captureLogs();
  const availability = createAvailability();
  availability.enter('ready');
  return { parts: { logger, readiness, availability, metrics: createMetrics() }, lines };
}
