import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EventWords } from '../activity/EventWords.js';
import { sourceManager } from '../api/clients.js';
import { Card } from '../parts/controls.js';
import { Shape } from '../parts/Shape.js';
import { useNow } from '../parts/store.js';
import { eventSentence, groupEvents } from '../words/events.js';
import { clock } from '../words/times.js';
import styles from './overview.module.css';

const SHOWN = 6;

const latestQuery = queryOptions({
  queryKey: ['events', 'latest'],
  queryFn: ({ signal }) => sourceManager.listEvents({ limit: 60 }, { signal }),
});

export function JustHappened() {
  const { data } = useQuery(latestQuery);
  const now = useNow();
  const groups = groupEvents(data?.items ?? []).slice(0, SHOWN);
  return (
    <Card title="What just happened" aside={<Link to="/activity">Activity →</Link>}>
      <ol className={styles.log}>
        {groups.map((group) => (
          <li key={group.first.id}>
            <time dateTime={group.first.at}>{clock(new Date(group.first.at), now)}</time>
            <Shape status={eventSentence(group.first).shape} />
            <span>
              <EventWords group={group} />
            </span>
          </li>
        ))}
      </ol>
      {groups.length === 0 && <p className={styles.calm}>Nothing has been changed yet.</p>}
    </Card>
  );
}
