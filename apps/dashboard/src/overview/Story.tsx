import type { Installation } from '@feedwarden/contracts';
import { Card } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { clockWithSeconds } from '../words/times.js';
import styles from './overview.module.css';

const SHOWN = 6;

/** In the demo, what is happening: the newest first. */
export default function Story({ story }: { story: NonNullable<Installation['story']> }) {
  const now = useNow();
  return (
    <Card title="The demo so far" className={styles.story} aside="the same as in the terminal">
      <ol className={styles.log}>
        {story
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
