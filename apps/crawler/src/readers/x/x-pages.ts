import type { FailureFact } from '@feedwarden/feed-health';
import type { Entry } from '../../poll/outcome.js';

/** Posts from after `sinceId` to before `untilId`, and which page of them. */
export interface TimelineRange {
  sinceId: string | null;
  untilId: string | null;
  nextToken: string | null;
}

export interface TimelinePage {
  entries: Entry[];
  /** The highest and the lowest id; null when there are no posts. */
  newestId: string | null;
  oldestId: string | null;
  /** Null: this was the last page. */
  nextToken: string | null;
  /** What the account is called now; null when the page does not tell. */
  currentName: string | null;
}

/** What has been read of a timeline: everything up to `sinceId`, and from `untilId` to `newestId` if there is a gap. */
export interface TimelineProgress {
  sinceId: string | null;
  gap: { untilId: string; newestId: string } | null;
}

export interface TimelineReading {
  entries: Entry[];
  progress: TimelineProgress;
  currentName: string | null;
  pages: number;
  /** Why it ended early. */
  failure: FailureFact | null;
}

export type ReadTimelinePage = (
  range: TimelineRange,
) => Promise<{ kind: 'read'; value: TimelinePage } | { kind: 'failed'; fact: FailureFact }>;

/** More than the API returns of one timeline without replies, which is 800 posts. */
const MAX_PAGES = 10;

/**
 * Reads from the newest post back to those of the last poll, page by page. What does not fit into one poll, or comes
 * behind a page that fails, is the gap that the next poll reads first. An account that was never read has no end: its
 * first page is enough.
 */
export async function readTimelinePages(
  readPage: ReadTimelinePage,
  before: TimelineProgress,
): Promise<TimelineReading> {
  const reading: TimelineReading = {
    entries: [],
    progress: before,
    currentName: null,
    pages: 0,
    failure: null,
  };
  for (let isAtEnd = false; !isAtEnd && reading.pages < MAX_PAGES; ) {
    const { gap } = reading.progress;
    const isWhole = await readRange(readPage, reading);
    isAtEnd = !isWhole || gap === null;
  }
  return reading;
}

/** Reads what is in the gap, or else what is new. Whether it has been read to its end. */
async function readRange(readPage: ReadTimelinePage, reading: TimelineReading): Promise<boolean> {
  const { sinceId, gap } = reading.progress;
  const untilId = gap?.untilId ?? null;
  let [newestId, oldestId] = [gap?.newestId ?? null, untilId];
  let nextToken: string | null = null;
  let isWhole = false;
  while (!isWhole && reading.pages < MAX_PAGES) {
    const page = await readPage({ sinceId, untilId, nextToken });
    if (page.kind === 'failed') {
      reading.failure = page.fact;
      break;
    }
    reading.pages += 1;
    reading.entries.push(...page.value.entries);
    reading.currentName ??= page.value.currentName;
    newestId = higher(newestId, page.value.newestId);
    oldestId = lower(oldestId, page.value.oldestId);
    nextToken = page.value.nextToken;
    isWhole = nextToken === null || sinceId === null;
  }
  if (isWhole) reading.progress = { sinceId: higher(sinceId, newestId), gap: null };
  else if (newestId !== null && oldestId !== null)
    reading.progress = { sinceId, gap: { untilId: oldestId, newestId } };
  return isWhole;
}

/** Ids have more digits than a JavaScript number holds. */
export function higher(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return BigInt(one) > BigInt(other) ? one : other;
}

export function lower(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return BigInt(one) < BigInt(other) ? one : other;
}
