import { destination, type Logger, type LoggerOptions, pino } from 'pino';
import { redactSecrets } from './redact-secrets.js';

export type { Logger } from 'pino';

/** Every line passes this hook as a whole on its way out. */
export const REDACTING: LoggerOptions = { hooks: { streamWrite: redactSecrets } };

/** Readable lines on a terminal, JSON everywhere else. */
export function createLogger(options: { name: string; level: string }): Logger {
  const common: LoggerOptions = { ...options, ...REDACTING };
  if (!process.stdout.isTTY) return pino(common, destination({ sync: true }));
  return pino({
    ...common,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
