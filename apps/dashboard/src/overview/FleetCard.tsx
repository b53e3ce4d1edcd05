import type { Overview } from '@feedwarden/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { sourceManager } from '../api/clients.js';
import { upcomingQuery } from '../api/crawler-data.js';
import { sessionQuery } from '../api/session.js';
import { Card } from '../parts/controls.js';
import { createStore, useNow, useStore } from '../parts/store.js';
import { useWidth } from '../parts/use-width.js';
import { ERROR_TYPES, ERRORS } from '../words/statuses.js';
import { formatNumber, spanInWords } from '../words/times.js';
import { FleetChart } from './FleetChart.js';
import styles from './fleet.module.css';
import { drawnPoints, type Point, pastOf, withSeen } from './fleet-shape.js';

const DAY = 24 * 3_600_000;
/** Fewer points of two hours than this: the installation is young, and ten minutes tell more. */
const FEW = 12;

const historyQuery = queryOptions({
  queryKey: ['history'],
  queryFn: async ({ signal }) => {
    const week = await sourceManager.getOverviewHistory({ step: '2h' }, { signal });
    if (week.points.length >= FEW) return week.points;
    const from = new Date(Date.now() - DAY).toISOString();
    return (await sourceManager.getOverviewHistory({ from, step: '10m' }, { signal })).points;
  },
  refetchInterval: 5 * 60_000,
});

const FleetTable = lazy(() => import('./FleetTable.js'));
const seenPoints = createStore<{ list: readonly Point[] }>({ list: [] });

/** In trouble by error type until now, and the polls to come. */
export function FleetCard({ overview }: { overview: Overview }) {
  const history = useQuery(historyQuery);
  const session = useQuery(sessionQuery);
  const upcoming = useQuery(upcomingQuery(session.data));
  const [box, width] = useWidth<HTMLDivElement>();
  const now = useNow();
  const [isAskedForTable, setAskedForTable] = useState(false);
  const { list: seen } = useStore(seenPoints);
  useEffect(() => {
    const { list } = seenPoints.get();
    const more = withSeen(list, overview);
    if (more !== list) seenPoints.set({ list: more });
  }, [overview]);
  const points = drawnPoints(history.data ?? [], seen, overview);
  const past = pastOf(points, now.getTime());
  const known = ERROR_TYPES.filter(
    (type) => overview.byErrorType[type] > 0 || points.some(({ byErrorType }) => byErrorType[type] > 0),
  );
  return (
    <Card
      title="In trouble, and when it is tried again"
      aside={<span className={styles.range}>{spanInWords(past)} back, 24 hours ahead</span>}
    >
      <div ref={box} className={styles.chart}>
        {width > 0 && (
          <FleetChart
            width={width}
            points={points}
            upcoming={upcoming.data?.hours ?? null}
            now={now}
            past={past}
          />
        )}
      </div>
      <ul className={styles.legend}>
        {known.map((type) => (
          <li key={type}>
            <Link to="/sources" search={{ error_type: type }}>
              <i style={{ background: `var(--${ERRORS[type].colour})` }} />
              {ERRORS[type].word} <b>{formatNumber(overview.byErrorType[type])}</b>
            </Link>
          </li>
        ))}
        {upcoming.data && (
          <>
            <li>
              <span>
                <i className={styles.retryKey} />
                retries due
              </span>
            </li>
            <li>
              <span>
                <i className={styles.probeKey} />
                probes due
              </span>
            </li>
          </>
        )}
      </ul>
      <details className={styles.table} onToggle={() => setAskedForTable(true)}>
        <summary>As table</summary>
        <Suspense>
          {isAskedForTable && (
            <FleetTable points={points} upcoming={upcoming.data?.hours ?? null} now={now} types={known} />
          )}
        </Suspense>
      </details>
    </Card>
  );
}
