import type { SourceEvent } from '@feedwarden/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Evidence } from '../activity/Evidence.js';
import { sourceManager } from '../api/clients.js';
import { Button, Card } from '../parts/controls.js';
import { Shape } from '../parts/Shape.js';
import { eventSentence } from '../words/events.js';
import { clockWithSeconds } from '../words/times.js';
import styles from './source.module.css';

const PAGE = 20;

/** Who changed what, with the facts behind it. */
export function AuditTrail({ id, now }: { id: string; now: Date }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['source-events', id],
    queryFn: ({ pageParam, signal }) =>
      sourceManager.listSourceEvents(
        id,
        { limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title="Who changed what">
      <ol className={styles.audit}>
        {events.map((event) => (
          <Line key={event.id} event={event} now={now} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          look="bare"
          className={styles.more}
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Earlier
        </Button>
      )}
    </Card>
  );
}

function Line({ event, now }: { event: SourceEvent; now: Date }) {
  const { shape, actor, did, after, reason } = eventSentence(event);
  return (
    <li>
      <Shape status={shape} />
      {actor} {did} it{after}
      {reason && (
        <>
          : <b>{reason}</b>
        </>
      )}
      <small>{clockWithSeconds(new Date(event.at), now)}</small>
      {event.evidence && <Evidence evidence={event.evidence} />}
    </li>
  );
}
