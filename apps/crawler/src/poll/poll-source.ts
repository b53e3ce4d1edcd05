import type { SourceType } from '@feedwarden/contracts';
import { classifyFailure } from '@feedwarden/feed-health';
import { loggableUrl } from './loggable-url.js';
import type { Feed, PollOutcome, ReadSource } from './ports.js';

export type PollSource = (feed: Feed, signal: AbortSignal) => Promise<PollOutcome>;

/** One attempt to read a source, by the reader of its type, as an outcome with what it cost. */
export function createPollSource(
  readers: Record<SourceType, ReadSource>,
  stopwatch: () => number,
): PollSource {
  return async (feed, signal) => {
    const started = stopwatch();
    const { statusCode, bytes, ...result } = await readers[feed.type](feed, signal);
    const transfer = { statusCode, bytes, durationMs: Math.round(stopwatch() - started) };
    switch (result.kind) {
      case 'failed':
        return { kind: 'failed', error: classifyFailure(result.fact, loggableUrl(feed.url ?? '')), transfer };
      case 'unchanged':
        return { ...result, transfer };
      case 'entries':
        return { ...result, kind: 'stored', transfer };
    }
  };
}
