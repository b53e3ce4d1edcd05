import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorWords, sourceManager } from '../api/clients.js';
import { useNow } from '../parts/store.js';
import { clock, untilWords } from '../words/times.js';
import styles from './settings.module.css';

const STATES = { waiting: 'waits', delivered: 'delivered', given_up: 'given up' } as const;

/** The last messages of a webhook, and what came of them. */
export function Deliveries({ id }: { id: string }) {
  const now = useNow();
  const { data, error } = useQuery({
    queryKey: ['deliveries', id],
    queryFn: ({ signal }) => sourceManager.listWebhookDeliveries(id, { limit: 20 }, { signal }),
    refetchInterval: 10_000,
  });
  if (error) return <p>{errorWords(error)}</p>;
  if (data?.items.length === 0) return <p className="muted">Nothing was sent in the last week.</p>;
  return (
    <section className={styles.scroll} aria-label="Deliveries">
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Event</th>
            <th scope="col">State</th>
            <th scope="col">Attempts</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {data?.items.map(
            ({ id: delivery, at, event, sourceId, state, attempts, nextAttemptAt, lastAttempt }) => (
              <tr key={delivery}>
                <td>{clock(new Date(at), now)}</td>
                <td>
                  <Link to="/sources/$id" params={{ id: sourceId }}>
                    {event}
                  </Link>
                </td>
                <td>
                  {STATES[state]}
                  {nextAttemptAt && `, next ${untilWords(new Date(nextAttemptAt), now)}`}
                </td>
                <td>{attempts}</td>
                <td>{lastAttempt ? (lastAttempt.status ?? lastAttempt.error) : '–'}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
