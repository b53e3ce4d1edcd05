import { useQuery } from '@tanstack/react-query';
import { connection } from '../api/connection.js';
import { overviewQuery } from '../api/queries.js';
import { sessionQuery } from '../api/session.js';
import { useNow, useStore } from '../parts/store.js';
import { span } from '../words/times.js';
import styles from './frame.module.css';

/** Whether what is shown is what is: at the foot of the sidebar. */
export function LiveCorner({ onKeys }: { onKeys: () => void }) {
  const { isLive, lostSince } = useStore(connection);
  const overview = useQuery(overviewQuery);
  const session = useQuery(sessionQuery);
  const now = useNow();
  const lastPoll = overview.data?.reports.lastAt;
  const word = lostSince !== null ? 'Reconnecting…' : isLive ? 'Live' : 'Every 10 s';
  return (
    <div className={styles.foot}>
      <p className={styles.live} data-live={lostSince === null || undefined}>
        <i />
        <span>
          {word}
          {lastPoll && ` · last poll ${span(Math.max(0, now.getTime() - Date.parse(lastPoll)))} ago`}
        </span>
      </p>
      <p>
        {session.data?.subject} ·{' '}
        <button type="button" onClick={onKeys}>
          keys <kbd>?</kbd>
        </button>
      </p>
    </div>
  );
}
