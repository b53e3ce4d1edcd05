import type { FailurePolicySet, SourceFilter } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { and, asc, gt } from 'drizzle-orm';
import { matchesFilter } from '../sources/list/source-filter.js';
import { FEED_URL_KEY, sources } from '../sources/schema.js';
import { maskCredentials } from '../sources/secret-urls.js';
import { OPML_END, OPML_START, writeOutline } from './write-opml.js';

const PAGE_SIZE = 1000;

export type ExportSources = ReturnType<typeof createExportSources>;

/**
 * OPML, page by page, in the order of URLs. Of sources with the same URL only the oldest: an import adds one source per
 * URL, so exporting what it added gives the same file.
 */
export function createExportSources(db: Database, policies: FailurePolicySet) {
  const readPage = (filter: SourceFilter, after: string) =>
    db
      .selectDistinctOn([FEED_URL_KEY])
      .from(sources)
      .where(and(gt(FEED_URL_KEY, after), matchesFilter(filter, policies)))
      .orderBy(FEED_URL_KEY, asc(sources.createdAt), asc(sources.id))
      .limit(PAGE_SIZE);

  return async function* (filter: SourceFilter, { secrets }: { secrets: boolean }): AsyncGenerator<string> {
    const shown = (url: string) => (secrets ? url : maskCredentials(url));
    yield OPML_START;
    for (let after: string | null = ''; after !== null; ) {
      const rows: Awaited<ReturnType<typeof readPage>> = await readPage(filter, after);
      yield rows
        .map((row) =>
          writeOutline({
            ...row,
            feedUrl: shown(row.feedUrl ?? ''),
            siteUrl: row.siteUrl && shown(row.siteUrl),
          }),
        )
        .join('');
      after = rows.length < PAGE_SIZE ? null : (rows.at(-1)?.feedUrl ?? null);
    }
    yield OPML_END;
  };
}
