import type { Source } from '@feedwarden/contracts';
import { lazy, Suspense, useState } from 'react';
import { askCrawler } from '../api/connection.js';
import { useCrawler } from '../api/crawler-data.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button } from '../parts/controls.js';
import { counted, formatNumber } from '../words/times.js';
import { exportHref } from './export-sources.js';
import type { SourceSearch } from './source-search.js';
import styles from './sources.module.css';
import type { Selection } from './use-selection.js';

const BulkDialog = lazy(() => import('./BulkDialog.js'));

/** Polls ask foreign servers: not for more than this at once. */
const MOST_POLLS = 50;

interface Props {
  search: SourceSearch;
  selection: Selection;
  sources: readonly Source[];
  total: number | null;
}

export default function SelectionBar({ search, selection, sources, total }: Props) {
  const [asked, setAsked] = useState<'enable' | 'disable' | null>(null);
  const { count, isAll, ids } = selection;
  const all = total ?? sources.length;
  return (
    <section className={styles.bar} aria-label="Selected sources">
      <span>
        <b>{formatNumber(count)} selected</b>
        {!isAll && all > count && (
          <>
            {' · '}
            <button type="button" className={styles.link} onClick={selection.all}>
              select all {formatNumber(all)}
            </button>
          </>
        )}
      </span>
      <PollSelected sources={sources.filter(({ id }) => selection.has(id))} count={count} />
      <Button look="small" onClick={() => setAsked('disable')}>
        Disable…
      </Button>
      <Button look="small" onClick={() => setAsked('enable')}>
        Enable…
      </Button>
      {isAll && (
        <Button look="small" onClick={() => window.open(exportHref(search), '_self')}>
          Export
        </Button>
      )}
      <Button look="small" hint="Esc" onClick={selection.clear}>
        Clear
      </Button>
      <Suspense>
        {asked && (
          <BulkDialog
            action={asked}
            search={search}
            selected={isAll ? null : sources.filter(({ id }) => ids.has(id))}
            onDone={() => {
              setAsked(null);
              selection.clear();
            }}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

function PollSelected({ sources, count }: { sources: readonly Source[]; count: number }) {
  const crawler = useCrawler();
  const [isPolling, setPolling] = useState(false);
  const isTooMany = count > MOST_POLLS || count > sources.length;
  async function pollAll() {
    if (!crawler) return;
    setPolling(true);
    let failed = 0;
    try {
      // One after the other: the crawler takes turns at each host anyway.
      for (const { id } of sources) {
        const { outcome } = await askCrawler(() => crawler.pollFeed(id));
        if (outcome === 'failed') failed += 1;
      }
      notify(`${counted(sources.length, 'source')} polled, ${failed === 0 ? 'none' : failed} failed.`);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setPolling(false);
    }
  }
  return (
    <Button
      look="small"
      disabled={isTooMany || isPolling || !crawler}
      title={isTooMany ? `At most ${MOST_POLLS} at once` : undefined}
      onClick={() => void pollAll()}
    >
      {isPolling ? 'Polling…' : 'Poll now'}
    </Button>
  );
}
