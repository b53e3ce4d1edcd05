import type { ErrorType, Source } from '@feedwarden/contracts';

export interface ComingBackLine {
  key: string;
  inMs: number;
  /** Of the first. */
  id: string;
  name: string;
  host: string;
  count: number;
  errorType: ErrorType | null;
}

const TOGETHER_MS = 10 * 60_000;

/** Feeds of one host that come back within minutes of each other are one line. */
export function comingBack(
  sources: readonly Pick<Source, 'id' | 'name' | 'feedUrl' | 'feedRetryAt' | 'lastErrorType'>[],
  now: Date,
): ComingBackLine[] {
  const lines: ComingBackLine[] = [];
  for (const { id, name, feedUrl, feedRetryAt, lastErrorType } of sources) {
    if (!feedRetryAt) continue;
    const inMs = Math.max(0, Date.parse(feedRetryAt) - now.getTime());
    const host = feedUrl ? new URL(feedUrl).hostname : '';
    const same = lines.find((line) => host && line.host === host && inMs - line.inMs < TOGETHER_MS);
    if (same) same.count += 1;
    else lines.push({ key: id, inMs, id, name, host, count: 1, errorType: lastErrorType });
  }
  return lines;
}
