import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewQuery } from '../api/queries.js';
import { useStore } from '../parts/store.js';
import { formatNumber } from '../words/times.js';
import styles from './frame.module.css';
import { savedViews } from './views.js';

/** Views are named URLs; "needs you" is everybody's first. */
export function SavedViews() {
  const { data } = useQuery(overviewQuery);
  const { list } = useStore(savedViews);
  return (
    <>
      <h2>Views</h2>
      <nav className={styles.views} aria-label="Views">
        <Link to="/sources" search={{ needs_you: true }} className={styles.page}>
          <span>Needs you</span>
          {data && <em>{formatNumber(data.needsYou.total)}</em>}
        </Link>
        {list.map(({ name, search }) => (
          <Link key={name} to="/sources" search={search} className={styles.page}>
            <span>{name}</span>
          </Link>
        ))}
      </nav>
    </>
  );
}
