import type { Overview } from '@feedwarden/contracts';
import { Link } from '@tanstack/react-router';
import { StatusMark } from '../parts/Shape.js';
import { LISTED_STATUSES } from '../words/statuses.js';
import { formatNumber } from '../words/times.js';
import styles from './overview.module.css';

/** The seven statuses: shape and word, how many, and how that differs from yesterday. */
export function StatusStrip({ overview }: { overview: Overview }) {
  const { byStatus, yesterday, neverPolled } = overview;
  return (
    <ul className={styles.strip}>
      {LISTED_STATUSES.map((status) => {
        const isNewTold = status === 'healthy' && neverPolled > 0;
        const count = byStatus[status] - (isNewTold ? neverPolled : 0);
        return (
          <li key={status}>
            <Link to="/sources" search={{ status, ...(status === 'healthy' && { polled: true }) }}>
              <StatusMark status={status} />
              <b>{formatNumber(count)}</b>
              <small>
                {isNewTold
                  ? `and ${formatNumber(neverPolled)} new`
                  : sinceYesterday(byStatus[status], yesterday?.byStatus[status])}
              </small>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function sinceYesterday(now: number, then: number | undefined): string {
  if (then === undefined) return '\u00a0';
  const change = now - then;
  if (change === 0) return 'as yesterday';
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))} since yesterday`;
}
