import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { comingBackQuery } from '../api/source-data.js';
import { Card } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { ERRORS } from '../words/statuses.js';
import { span } from '../words/times.js';
import { comingBack } from './coming-back.js';
import styles from './overview.module.css';

const SHOWN = 6;

/** When feeds get their next chance, after a cooldown. */
export function ComingBack() {
  const { data } = useQuery(comingBackQuery);
  const now = useNow();
  const lines = comingBack(data?.items ?? [], now).slice(0, SHOWN);
  return (
    <Card title="Coming back soon" aside="probes after a cooldown">
      <ol className={styles.soon}>
        {lines.map(({ key, inMs, name, id, host, count, errorType }) => (
          <li key={key}>
            <b>{inMs < 1000 ? 'now' : span(inMs)}</b>
            {count === 1 ? (
              <Link to="/sources/$id" params={{ id }} className="cut">
                {name}
              </Link>
            ) : (
              <Link to="/hosts/$host" params={{ host }} className="cut">
                {count} feeds of {host}
              </Link>
            )}
            <span className="muted">{errorType && ERRORS[errorType].word.toLowerCase()}</span>
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p className={styles.calm}>No feed waits for a probe.</p>}
    </Card>
  );
}
