import { destination, type Logger, type LoggerOptions, pino } from 'pino';
import { describeErrorsIn } from './describe-error.js';
import { redactSecrets } from './redact-secrets.js';
import { dropLongTexts, shortenLine } from './shorten-line.js';

export type { Logger } from 'pino';

/** What every logger does: errors without their data, lines without secrets, and none longer than 8 kB. */
export const SAFE_LINES: LoggerOptions = {
  formatters: { log: (fields) => describeErrorsIn(fields) as Record<string, unknown> },
  // Otherwise pino describes again what it takes for an error.
  serializers: { err: (described: unknown) => described },
  hooks: { streamWrite: (line) => shortenLine(redactSecrets(dropLongTexts(line))) },
};

export interface LoggerSettings {
  name: string;
  level: string;
  /** Called with the level of each line that is written. */
  onLine?: (level: string) => void;
}

/** Readable lines on a terminal, JSON everywhere else. */
export function createLogger({ onLine, ...options }: LoggerSettings): Logger {
  const hooks: LoggerOptions['hooks'] = { ...SAFE_LINES.hooks };
  if (onLine)
    hooks.logMethod = function count(args, method, level) {
      onLine(this.levels.labels[level] ?? 'unknown');
      return method.apply(this, args);
    };
  const common: LoggerOptions = { ...options, ...SAFE_LINES, hooks };
  if (!process.stdout.isTTY) return pino(common, destination({ sync: true }));
  return pino({
    ...common,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
