import type { Overview } from '@feedwarden/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Shape } from '../parts/Shape.js';
import { LISTED_STATUSES, STATUSES } from '../words/statuses.js';
import { formatNumber } from '../words/times.js';
import { cleaned, type SourceSearch } from './source-search.js';
import styles from './sources.module.css';

interface Props {
  search: SourceSearch;
  overview: Overview | undefined;
}

interface Tab {
  key: string;
  mark: ReactNode;
  word: string;
  count: number | undefined;
  search: Pick<SourceSearch, 'status' | 'needs_you' | 'polled'>;
}

/** The other filters stay when the status changes. */
export function StatusTabs({ search, overview }: Props) {
  const rest = cleaned({ ...search, status: undefined, needs_you: undefined, polled: undefined });
  return (
    <nav className={styles.tabs} aria-label="Status">
      {tabsOf(overview).map(({ key, mark, word, count, search: own }) => {
        const isHere =
          search.status === own.status && search.needs_you === own.needs_you && search.polled === own.polled;
        return (
          <Link
            key={key}
            to="/sources"
            search={{ ...rest, ...own }}
            activeProps={{}}
            aria-current={isHere ? 'page' : undefined}
          >
            {mark}
            {word} {count !== undefined && <em>{formatNumber(count)}</em>}
          </Link>
        );
      })}
    </nav>
  );
}

function tabsOf(overview: Overview | undefined): Tab[] {
  const neverPolled = overview?.neverPolled ?? 0;
  return [
    { key: 'all', mark: null, word: 'All', count: overview?.total, search: {} },
    {
      key: 'needs',
      mark: null,
      word: 'Needs you',
      count: overview?.needsYou.total,
      search: { needs_you: true },
    },
    ...LISTED_STATUSES.map(
      (status): Tab => ({
        key: status,
        mark: <Shape status={status} size={12} />,
        word: STATUSES[status].word,
        count:
          overview &&
          (status === 'healthy' ? overview.byStatus.healthy - neverPolled : overview.byStatus[status]),
        search: status === 'healthy' ? { status, polled: true } : { status },
      }),
    ),
    ...(neverPolled > 0
      ? [
          {
            key: 'new',
            mark: <Shape status="new" size={12} />,
            word: 'New',
            count: neverPolled,
            search: { status: 'healthy', polled: false },
          },
        ]
      : []),
  ];
}
