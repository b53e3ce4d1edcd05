import type { Feed } from './ports.js';

/** What is known of the answers of a source that has not been read yet, or is read otherwise now. */
export const NOTHING_LEARNED = {
  freshUntil: null,
  rhythm: null,
  move: null,
  etag: null,
  lastModified: null,
  bodyHash: null,
  readerMemory: null,
} satisfies Partial<Feed>;
