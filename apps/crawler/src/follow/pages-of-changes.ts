import { ApiError, type ReadableChanges, type SourceClient, type UnreadableChange } from '@feedwarden/client';
import type { Logger } from '@feedwarden/service-kit';
import type { SourceStore } from './ports.js';

export interface PagesOfChangesDeps {
  client: Pick<SourceClient, 'readSourceChanges'>;
  store: Pick<SourceStore, 'startOver'>;
  logger: Logger;
  stop: AbortSignal;
}

/** `from` is the cursor that the page begins at. */
export type PageOfChanges = ReadableChanges & { from: string | null };

const MOST_REMEMBERED = 10_000;

/** Source-manager's changes, page by page; the next page can be on its way while one is applied. */
export function createPagesOfChanges({ client, store, logger, stop }: PagesOfChangesDeps) {
  let ahead: { from: string; page: Promise<ReadableChanges> } | null = null;
  const reported = new Set<string>();

  const request = (cursor: string | null) =>
    client.readSourceChanges(cursor === null ? {} : { cursor }, { signal: stop });

  /** Once for each source, however often it comes. */
  function report({ id, why }: UnreadableChange): void {
    const key = id ?? why;
    if (reported.has(key) || reported.size >= MOST_REMEMBERED) return;
    reported.add(key);
    logger.error(
      { sourceId: id, error: why },
      'source left out: source-manager describes it in a way that this version does not understand',
    );
  }

  async function since(from: string | null): Promise<PageOfChanges> {
    const expected = ahead?.from === from ? ahead.page : null;
    ahead = null;
    try {
      return { ...(await (expected ?? request(from))), from };
    } catch (error) {
      if (from === null || !(error instanceof ApiError) || error.status !== 410) throw error;
      logger.warn('cursor no longer valid (source-manager restored?): following all sources from the start');
      await store.startOver();
      return { ...(await request(null)), from: null };
    }
  }

  return {
    async since(from: string | null): Promise<PageOfChanges> {
      const page = await since(from);
      page.unreadable.forEach(report);
      return page;
    },
    /** Requests what `since` will be asked for next. */
    expect(from: string): void {
      const page = request(from);
      // It fails for whoever asks for it.
      page.catch(() => {});
      ahead = { from, page };
    },
    forgetExpected(): void {
      ahead = null;
    },
  };
}
