import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { errorWords, sourceManager } from '../api/clients.js';
import { Button, Card, ErrorBadge } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { useTitle } from '../parts/use-title.js';
import { clock, formatNumber, untilWords } from '../words/times.js';
import { HostCells, mainErrorOf } from './HostCells.js';
import { incidentsQuery } from './host-data.js';
import styles from './hosts.module.css';

/** Trouble by host before trouble by feed. */
export function HostsPage() {
  useTitle('Hosts');
  const { all } = useSearch({ from: '/framed/hosts' });
  const navigate = useNavigate();
  const now = useNow();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const hosts = useInfiniteQuery(hostListQuery(all ? 'host' : '-inTrouble', q));
  const incidents = useQuery(incidentsQuery);
  const items = hosts.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div className={styles.title}>
        <h1>Hosts</h1>
        <div className={styles.choice} role="group" aria-label="Which hosts">
          <Button aria-pressed={!all} onClick={() => void navigate({ to: '/hosts', search: {} })}>
            In trouble
          </Button>
          <Button
            aria-pressed={all === true}
            onClick={() => void navigate({ to: '/hosts', search: { all: true } })}
          >
            All
          </Button>
          <input
            type="search"
            aria-label="Search hosts"
            placeholder="Host"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      {hosts.error && <p role="alert">{errorWords(hosts.error)}</p>}
      {hosts.data && items.length === 0 && (
        <p className={styles.nothing}>{all || q ? 'No host fits.' : 'No host is in trouble.'}</p>
      )}
      <ol className={styles.list}>
        {items.map((host) => {
          const error = mainErrorOf(host);
          const sample = incidents.data?.items.find((one) => one.host === host.host)?.sample;
          return (
            <li key={host.host}>
              <Card>
                <Link to="/hosts/$host" params={{ host: host.host }} className={styles.card}>
                  <b className="cut">{host.host}</b>
                  {error && <ErrorBadge type={error} message={sample?.lastError ?? null} />}
                  <small>
                    {host.failingSince
                      ? `since ${clock(new Date(host.failingSince), now)}`
                      : host.inTrouble > 0
                        ? 'out of polling'
                        : 'all is well'}
                    {host.nextPollAt && `, tried again ${untilWords(new Date(host.nextPollAt), now)}`}
                  </small>
                  <small>
                    <b>{formatNumber(host.inTrouble)}</b> of {formatNumber(host.total)}
                  </small>
                  <HostCells host={host} />
                </Link>
              </Card>
            </li>
          );
        })}
      </ol>
      {hosts.hasNextPage && (
        <Button disabled={hosts.isFetchingNextPage} onClick={() => void hosts.fetchNextPage()}>
          More hosts
        </Button>
      )}
    </>
  );
}

/** All hosts by name, or those in trouble, the most of it first. */
const hostListQuery = (sort: '-inTrouble' | 'host', q: string) =>
  infiniteQueryOptions({
    queryKey: ['hosts', 'list', sort, q],
    queryFn: ({ pageParam, signal }) =>
      sourceManager.listHosts(
        { sort, limit: 100, ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
