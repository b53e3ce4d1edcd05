import type { NamedEvent, SourceAction } from '@feedwarden/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { errorWords, sourceManager } from '../api/clients.js';
import { Button, Card } from '../parts/controls.js';
import { ChoiceField, TextField } from '../parts/fields.js';
import { Shape } from '../parts/Shape.js';
import { useNow } from '../parts/store.js';
import { useTitle } from '../parts/use-title.js';
import { ACTIONS, type EventGroup, eventSentence, groupEvents } from '../words/events.js';
import { clock } from '../words/times.js';
import styles from './activity.module.css';
import { type ActivitySearch, activityQuery, SINCE } from './activity-search.js';
import { EventWords } from './EventWords.js';
import { Evidence } from './Evidence.js';

const PAGE = 100;

/** All events, newest first; what one actor did at once is one line. */
export function ActivityPage() {
  useTitle('Activity');
  const search = useSearch({ from: '/framed/activity' });
  const now = useNow();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['events', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      sourceManager.listEvents(
        { ...activityQuery(search, new Date()), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const groups = groupEvents(data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <>
      <h1 className={styles.title}>Activity</h1>
      <Filters search={search} />
      {error && <p role="alert">{errorWords(error)}</p>}
      <Card>
        {data && groups.length === 0 && (
          <p className={styles.calm}>Nothing was changed that fits these filters.</p>
        )}
        <ol className={styles.list}>
          {groups.map((group) => (
            <GroupLine key={group.first.id} group={group} now={now} />
          ))}
        </ol>
      </Card>
      {hasNextPage && (
        <Button className={styles.more} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Earlier
        </Button>
      )}
    </>
  );
}

function Filters({ search }: { search: ActivitySearch }) {
  const navigate = useNavigate();
  const show = (change: Partial<ActivitySearch>) => {
    const next = { ...search, ...change };
    const given = Object.entries(next).filter(([, value]) => value);
    void navigate({ to: '/activity', search: Object.fromEntries(given) });
  };
  return (
    <div className={styles.filters}>
      <ChoiceField
        label="What"
        value={search.action ?? ''}
        onChange={(event) => show({ action: event.target.value })}
      >
        <option value="">anything</option>
        {(Object.keys(ACTIONS) as SourceAction[]).map((action) => (
          <option key={action} value={action}>
            {ACTIONS[action].did}
            {ACTIONS[action].after}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField
        label="When"
        value={search.since ?? ''}
        onChange={(event) => show({ since: event.target.value })}
      >
        <option value="">at any time</option>
        {Object.entries(SINCE).map(([since, { word }]) => (
          <option key={since} value={since}>
            {word}
          </option>
        ))}
      </ChoiceField>
      <form
        key={search.actor}
        onSubmit={(event) => {
          event.preventDefault();
          show({ actor: String(new FormData(event.currentTarget).get('actor') ?? '').trim() });
        }}
      >
        <TextField label="Who" name="actor" placeholder="anybody" defaultValue={search.actor} />
      </form>
    </div>
  );
}

const SHOWN = 50;

function GroupLine({ group, now }: { group: EventGroup<NamedEvent>; now: Date }) {
  const { first, events } = group;
  return (
    <li>
      <time dateTime={first.at}>{clock(new Date(first.at), now)}</time>
      <Shape status={eventSentence(first).shape} />
      <div>
        <EventWords group={group} />
        {events.length === 1 && first.evidence && <Evidence evidence={first.evidence} />}
        {events.length > 1 && (
          <details className={styles.members}>
            <summary>Which</summary>
            <ul>
              {events.slice(0, SHOWN).map(({ id, sourceId, sourceName }) => (
                <li key={id}>
                  <Link to="/sources/$id" params={{ id: sourceId }}>
                    {sourceName ?? sourceId}
                  </Link>
                </li>
              ))}
              {events.length > SHOWN && <li>and {events.length - SHOWN} more</li>}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
