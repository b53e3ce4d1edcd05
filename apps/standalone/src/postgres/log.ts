import { readFileSync, renameSync, statSync } from 'node:fs';

const TOO_LONG_BYTES = 10 * 1024 * 1024;
const EXCERPT_LINES = 8;

export function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > TOO_LONG_BYTES) renameSync(logFile, `${logFile}.1`);
}

/** Where to read on, and the last lines, which mostly say it already. */
export function logExcerpt(logFile: string): string {
  try {
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-EXCERPT_LINES);
    return `The end of its log ${logFile}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  } catch {
    return `Its log would be ${logFile}.`;
  }
}
