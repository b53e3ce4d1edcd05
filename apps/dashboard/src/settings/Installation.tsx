import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../api/queries.js';
import { installationQuery, sessionQuery } from '../api/session.js';
import { Card } from '../parts/controls.js';
import { Facts } from '../parts/Facts.js';
import { useNow } from '../parts/store.js';
import { clock, formatNumber, span } from '../words/times.js';
import styles from './settings.module.css';

/** Which services this page talks to, and how they are. */
export function Installation() {
  const { data: session } = useQuery(sessionQuery);
  const { data: installation } = useQuery(installationQuery);
  const { data: overview, dataUpdatedAt } = useQuery(overviewQuery);
  const now = useNow();
  const ago = (at: string | null | undefined) =>
    at ? `${span(Math.max(0, now.getTime() - Date.parse(at)))} ago` : 'not yet';
  const difference = overview ? dataUpdatedAt - Date.parse(overview.at) : 0;
  return (
    <Card title="This installation">
      <Facts
        facts={[
          ['Version', installation?.version ?? '–'],
          ['Running', installation ? `since ${clock(new Date(installation.startedAt), now)}` : '–'],
          [
            'source-manager',
            <span key="url" className="mono">
              {location.origin}
            </span>,
          ],
          [
            'Crawler',
            <span key="url" className="mono">
              {session?.crawlerUrl ?? '–'}
            </span>,
          ],
          ['Sources', overview ? formatNumber(overview.total) : '–'],
          ['A crawler was heard', ago(overview?.reports.crawlerSeenAt)],
          ['Last poll reported', ago(overview?.reports.lastAt)],
          [
            'Clocks',
            Math.abs(difference) < 5000
              ? 'this browser and the server agree'
              : `this browser is ${span(difference)} ${difference > 0 ? 'ahead of' : 'behind'} the server`,
          ],
        ]}
      />
      <p className={styles.note}>
        The same as an API: <a href="/docs">source-manager</a>
        {session && (
          <>
            , <a href={`${session.crawlerUrl}/docs`}>crawler</a>
          </>
        )}
        . Measurements: <a href="/metrics">/metrics</a>.
      </p>
    </Card>
  );
}
