import { type Logger, SAFE_LINES } from '@feedwarden/service-kit';
import { pino } from 'pino';

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

export const LEVEL = { warn: 40, error: 50 };

/** A real logger whose lines a test can read. */
export function captureLogs(level = 'debug'): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const logger = pino(
    { level, ...SAFE_LINES },
    { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) },
  );
  return { logger, lines };
}
