import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../api/session.js';
import { Card } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { clockWithSeconds } from '../words/times.js';
import styles from './overview.module.css';

const SHOWN = 6;

/** In the demo, what is happening: the newest first. */
export function Story() {
  const { data } = useQuery(installationQuery);
  const now = useNow();
  if (!data?.story || data.story.length === 0) return null;
  return (
    <Card title="The demo so far" className={styles.story} aside="the same as in the terminal">
      <ol className={styles.log}>
        {data.story
          .slice(-SHOWN)
          .reverse()
          .map(({ at, text }) => (
            <li key={at + text}>
              <time dateTime={at}>{clockWithSeconds(new Date(at), now)}</time>
              <span />
              <span>{text}</span>
            </li>
          ))}
      </ol>
    </Card>
  );
}
