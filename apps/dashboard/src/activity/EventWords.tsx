import type { NamedEvent } from '@feedwarden/contracts';
import { Link } from '@tanstack/react-router';
import { type EventGroup, eventSentence } from '../words/events.js';
import { counted } from '../words/times.js';

/** "crawler took Example News out of polling: not found", or what one actor did to many at once. */
export function EventWords({ group }: { group: EventGroup<NamedEvent> }) {
  const { first, events } = group;
  const { actor, did, after, reason } = eventSentence(first);
  const name = first.sourceName ?? 'a source that is gone';
  return (
    <>
      {actor} {did}{' '}
      {events.length > 1 ? (
        <b>{counted(events.length, 'source')}</b>
      ) : (
        <Link to="/sources/$id" params={{ id: first.sourceId }}>
          <b>{name}</b>
        </Link>
      )}
      {after}
      {reason && `: ${reason}`}
    </>
  );
}
