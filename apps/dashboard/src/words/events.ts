import type { ErrorType, SourceAction, SourceEvent } from '@feedwarden/contracts';
import { ERRORS, type ShownStatus } from './statuses.js';

export interface EventSentence {
  shape: ShownStatus;
  /** `crawler` or the person, what they did. */
  actor: string;
  did: string;
  /** After the name of the source. */
  after: string;
  /** The reason in words; null: there is none. */
  reason: string | null;
}

interface ActionWords {
  shape: ShownStatus;
  /** Before the name of the source: "operator disabled …". */
  did: string;
  /** After it: "crawler took … out of polling". */
  after?: string;
}

export const ACTIONS: Record<SourceAction, ActionWords> = {
  created: { shape: 'new', did: 'added' },
  changed: { shape: 'new', did: 'changed' },
  deleted: { shape: 'disabled', did: 'deleted' },
  source_enabled: { shape: 'healthy', did: 'enabled' },
  source_disabled: { shape: 'disabled', did: 'disabled' },
  feed_disabled: { shape: 'cooling_down', did: 'took', after: ' out of polling' },
  cooldown_renewed: { shape: 'cooling_down', did: 'renewed the cooldown of' },
  feed_enabled: { shape: 'healthy', did: 'brought back' },
  quarantined: { shape: 'quarantined', did: 'quarantined' },
  released: { shape: 'healthy', did: 'released' },
  moved: { shape: 'healthy', did: 'moved' },
};

export function eventSentence(event: Pick<SourceEvent, 'action' | 'actor' | 'reason'>): EventSentence {
  const { actor, action, reason } = event;
  if (reason === 'manual' && action === 'feed_disabled')
    return { shape: 'disabled', actor, did: 'disabled', after: '', reason: null };
  const { shape, did, after = '' } = ACTIONS[action];
  return { shape, actor, did, after, reason: reason === 'manual' ? null : reasonInWords(reason) };
}

/** An error type in the words of the page; other reasons are words already. */
export function reasonInWords(reason: string | null): string | null {
  if (reason === null) return null;
  return ERRORS[reason as ErrorType]?.word.toLowerCase() ?? reason;
}

export interface EventGroup<Event> {
  first: Event;
  events: Event[];
}

const MINUTE = 60_000;

/** What one actor did to many sources within a minute is one line. Events come newest first. */
export function groupEvents<
  Event extends Pick<SourceEvent, 'at' | 'actor' | 'action' | 'reason'> & { groupId?: string | null },
>(events: readonly Event[]): EventGroup<Event>[] {
  const groups: EventGroup<Event>[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && belongsTogether(last.first, event)) last.events.push(event);
    else groups.push({ first: event, events: [event] });
  }
  return groups;
}

function belongsTogether(
  a: Pick<SourceEvent, 'at' | 'actor' | 'action' | 'reason'> & { groupId?: string | null },
  b: typeof a,
): boolean {
  if (a.groupId || b.groupId) return a.groupId === b.groupId;
  return (
    a.actor === b.actor &&
    a.action === b.action &&
    a.reason === b.reason &&
    Math.abs(Date.parse(a.at) - Date.parse(b.at)) < MINUTE
  );
}
