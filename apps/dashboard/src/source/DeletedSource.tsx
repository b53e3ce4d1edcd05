import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sourceManager } from '../api/clients.js';
import { buttonClass, Card } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { useTitle } from '../parts/use-title.js';
import { atClock } from '../words/times.js';
import { AuditTrail } from './AuditTrail.js';
import styles from './source.module.css';

/** Its events outlive a source: they tell what became of it. */
export function DeletedSource({ id }: { id: string }) {
  useTitle('No such source');
  const now = useNow();
  const { data } = useQuery({
    queryKey: ['source-events', id, 1],
    queryFn: ({ signal }) => sourceManager.listSourceEvents(id, { limit: 1 }, { signal }),
    retry: false,
  });
  const last = data?.items[0];
  return (
    <div className={styles.gone}>
      <h1>
        {last?.action === 'deleted'
          ? `This source was deleted ${atClock(new Date(last.at), now)} by ${last.actor}.`
          : 'There is no source with this id.'}
      </h1>
      <Link to="/sources" className={buttonClass()}>
        All sources
      </Link>
      {last ? <AuditTrail id={id} now={now} /> : <Card>{null}</Card>}
    </div>
  );
}
