import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from '../api/connection.js';
import { Button } from '../parts/controls.js';
import { useNow, useStore } from '../parts/store.js';
import { clockWithSeconds, span } from '../words/times.js';
import styles from './frame.module.css';

/** What is wrong with this page itself, before anything it shows. */
export function TroubleBar() {
  const state = useStore(connection);
  const now = useNow();
  if (state.lostSince !== null) return <Lost since={state.lostSince} answeredAt={state.answeredAt} />;
  if (state.isOutdated)
    return (
      <div className={styles.bar} role="status">
        <span>The server was updated.</span>
        <Button look="small" onClick={() => location.reload()}>
          Load the new page
        </Button>
      </div>
    );
  if (state.crawlerLostSince !== null)
    return (
      <div className={styles.bar} role="status">
        <span>
          The crawler does not answer: polls, posts and discovery are off; states are of{' '}
          {clockWithSeconds(new Date(state.crawlerLostSince), now)}.
        </span>
      </div>
    );
  return null;
}

const RETRY_MS = 3000;

function Lost({ since, answeredAt }: { since: number; answeredAt: number | null }) {
  const queries = useQueryClient();
  const now = useNow();
  useEffect(() => {
    document.documentElement.dataset.stale = '';
    const timer = setInterval(() => void queries.refetchQueries({ queryKey: ['overview'] }), RETRY_MS);
    return () => {
      clearInterval(timer);
      delete document.documentElement.dataset.stale;
      void queries.invalidateQueries();
    };
  }, [queries]);
  const asOf =
    answeredAt === null ? '' : ` What you see is as of ${clockWithSeconds(new Date(answeredAt), now)}.`;
  return (
    <div className={styles.bar} role="status" data-lost="">
      <span>
        source-manager does not answer. Reconnecting… ({span(Math.max(0, now.getTime() - since))}).{asOf}
      </span>
    </div>
  );
}
