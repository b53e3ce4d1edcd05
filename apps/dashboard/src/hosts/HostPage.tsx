import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { errorWords, sourceManager } from '../api/clients.js';
import { policiesQuery } from '../api/policies.js';
import { usePollNow } from '../api/source-data.js';
import { Button, buttonClass, Card, ErrorBadge } from '../parts/controls.js';
import { Icon } from '../parts/Icon.js';
import { useNow } from '../parts/store.js';
import { useTitle } from '../parts/use-title.js';
import { SourceTable } from '../sources/SourceTable.js';
import { useSelection } from '../sources/use-selection.js';
import { useSourceList } from '../sources/use-source-list.js';
import { ERRORS } from '../words/statuses.js';
import { atClock, counted } from '../words/times.js';
import { incidentsQuery } from './host-data.js';
import styles from './hosts.module.css';

const BulkDialog = lazy(() => import('../sources/BulkDialog.js'));

/** One host: what is wrong there, and all its feeds on one axis. */
export function HostPage() {
  const { host } = useParams({ from: '/framed/hosts/$host' });
  useTitle(host);
  const now = useNow();
  const [search] = useState({ host });
  const list = useSourceList(search);
  const selection = useSelection(list.sources, list.total, host);
  const { data: policies } = useQuery(policiesQuery);
  const { data: incidents } = useQuery(incidentsQuery);
  const [asked, setAsked] = useState<'enable' | 'disable' | null>(null);
  const here = incidents?.items.filter((one) => one.host === host) ?? [];
  return (
    <>
      <Link to="/hosts" className={styles.crumb}>
        <Icon name="back" />
        Hosts
      </Link>
      <div className={styles.title}>
        <h1>{host}</h1>
        <div className={styles.choice}>
          <ProbeOne host={host} />
          <Button onClick={() => setAsked('disable')}>Disable all…</Button>
          <Button onClick={() => setAsked('enable')}>Enable all…</Button>
          <Link to="/sources" search={{ host }} className={buttonClass()}>
            As list
          </Link>
        </div>
      </div>
      {here.map((incident) => (
        <Card key={incident.errorType} className={styles.incident}>
          <ErrorBadge type={incident.errorType} message={incident.sample.lastError} />
          <p>
            <b>{counted(incident.sources, 'feed')}</b> fail in the same way
            {incident.since && `, since ${atClock(new Date(incident.since), now).replace(/^on /, '')}`}:{' '}
            {incident.sample.lastError ?? ERRORS[incident.errorType].word}
            {incident.nextPollAt &&
              `. The next of them is tried ${atClock(new Date(incident.nextPollAt), now)}.`}
          </p>
        </Card>
      ))}
      {list.error && <p role="alert">{errorWords(list.error)}</p>}
      {list.total === 0 && <p className={styles.nothing}>No source is at this host.</p>}
      {list.sources.length > 0 && policies && (
        <SourceTable list={list} selection={selection} policies={policies} />
      )}
      <Suspense>
        {asked && (
          <BulkDialog
            action={asked}
            search={search}
            selected={null}
            onDone={() => setAsked(null)}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** One poll tells whether the host is back, without asking it for all of its feeds. */
function ProbeOne({ host }: { host: string }) {
  const poll = usePollNow();
  const [isLooking, setLooking] = useState(false);
  async function probe() {
    setLooking(true);
    try {
      const { items } = await sourceManager.listSources({ host, sort: 'trouble', limit: 1 });
      if (items[0]) await poll.mutateAsync(items[0]).catch(() => {});
    } finally {
      setLooking(false);
    }
  }
  return (
    <Button look="primary" icon="poll" disabled={isLooking || poll.isPending} onClick={() => void probe()}>
      Poll one as a probe
    </Button>
  );
}
