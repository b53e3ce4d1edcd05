import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { connection } from '../api/connection.js';
import { upcomingQuery } from '../api/crawler-data.js';
import { installationQuery, sessionQuery } from '../api/session.js';
import { Button } from '../parts/controls.js';
import { useNow, useStore } from '../parts/store.js';
import { clockWithSeconds, span } from '../words/times.js';
import styles from './frame.module.css';

/** What is wrong with this page itself, before anything it shows. */
export function TroubleBar() {
  const state = useStore(connection);
  const isOutdated = useIsOutdated();
  const now = useNow();
  if (state.lostSince !== null) return <Lost since={state.lostSince} answeredAt={state.answeredAt} />;
  if (isOutdated)
    return (
      <div className={styles.bar} role="status">
        <span>The server was updated.</span>
        <Button look="small" onClick={() => location.reload()}>
          Load the new page
        </Button>
      </div>
    );
  if (state.crawlerLostSince !== null) return <CrawlerLost since={state.crawlerLostSince} now={now} />;
  return null;
}

/** Asks until it answers; then everything that waits for it is asked for again. */
function CrawlerLost({ since, now }: { since: number; now: Date }) {
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  useEffect(() => {
    const ask = () =>
      queries.fetchQuery({ ...upcomingQuery(session), staleTime: 0 }).then(
        () => {
          for (const key of ['feed', 'polls', 'posts']) void queries.invalidateQueries({ queryKey: [key] });
        },
        () => {},
      );
    const timer = setInterval(() => void ask(), RETRY_MS);
    return () => clearInterval(timer);
  }, [queries, session]);
  return (
    <div className={styles.bar} role="status">
      <span>
        The crawler does not answer: polls, posts and discovery are off; states are of{' '}
        {clockWithSeconds(new Date(since), now)}.
      </span>
    </div>
  );
}

/** Whether the server has got another build since this page was loaded. */
function useIsOutdated(): boolean {
  const { data } = useQuery(installationQuery);
  const first = useRef<string | null>(null);
  if (data?.build) first.current ??= data.build;
  return first.current !== null && data?.build !== first.current;
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
