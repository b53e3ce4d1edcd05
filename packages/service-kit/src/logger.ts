import { destination, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger } from 'pino';

const REDACTED_PATHS = [
  'authorization',
  '*.authorization',
  'token',
  '*.token',
  'password',
  '*.password',
  'secret',
];

/** Readable lines on a terminal, JSON everywhere else. */
export function createLogger(options: { name: string; level: string }): Logger {
  const common: LoggerOptions = { ...options, redact: REDACTED_PATHS };
  if (!process.stdout.isTTY) return pino(common, destination({ sync: true }));
  return pino({
    ...common,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
