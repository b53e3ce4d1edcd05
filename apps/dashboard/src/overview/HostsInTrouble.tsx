import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HostCells, mainErrorOf } from '../hosts/HostCells.js';
import { hostsInTroubleQuery, incidentsQuery } from '../hosts/host-data.js';
import { Card, ErrorBadge } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { clock, formatNumber } from '../words/times.js';
import styles from './overview.module.css';

const SHOWN = 5;

/** One cause, many feeds: trouble by host before trouble by feed. */
export function HostsInTrouble() {
  const { data } = useQuery(hostsInTroubleQuery);
  const incidents = useQuery(incidentsQuery);
  const now = useNow();
  const hosts = data?.items.slice(0, SHOWN) ?? [];
  return (
    <Card title="Hosts in trouble" aside={hosts.length > 0 ? 'one cause, many feeds' : 'none is'}>
      {hosts.length === 0 ? (
        <p className={styles.calm}>Hosts whose feeds fail together will stand here.</p>
      ) : (
        <>
          <ol className={styles.hosts}>
            {hosts.map((host) => {
              const error = mainErrorOf(host);
              const sample = incidents.data?.items.find((one) => one.host === host.host)?.sample;
              return (
                <li key={host.host}>
                  <Link to="/hosts/$host" params={{ host: host.host }} className="cut">
                    {host.host}
                  </Link>
                  <span className="nowrap">
                    {error && <ErrorBadge type={error} message={sample?.lastError ?? null} />}
                  </span>
                  <small>{host.failingSince && `since ${clock(new Date(host.failingSince), now)}`}</small>
                  <small>
                    <b>{formatNumber(host.inTrouble)}</b> of {formatNumber(host.total)}{' '}
                    {host.total === 1 ? 'feed' : 'feeds'}
                  </small>
                  <HostCells host={host} />
                </li>
              );
            })}
          </ol>
          <Link to="/hosts" className={styles.more}>
            All hosts →
          </Link>
        </>
      )}
    </Card>
  );
}
