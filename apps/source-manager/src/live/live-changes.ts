import { type FailurePolicySet, MOST_STREAMED, type StreamMessages } from '@feedwarden/contracts';
import { createBackgroundLoop, type Database, type FaultLog } from '@feedwarden/service-kit';
import { desc } from 'drizzle-orm';
import { readEventsAfter } from '../audit/event-routes.js';
import { sourceEvents } from '../audit/schema.js';
import type { ReadOverview } from '../overview/read-overview.js';
import { hasIdAmong, sources } from '../sources/schema.js';
import { sourceView } from '../sources/source-view.js';
import { createReadHealthChanges } from './health-changes.js';

export type Message = {
  [Name in keyof StreamMessages]: { event: Name; data: StreamMessages[Name]; id?: string };
}[keyof StreamMessages];
export type Listener = (message: Message) => void;
export type LiveChanges = ReturnType<typeof createLiveChanges>;

const TICK_MS = 1000;
const OVERVIEW_EVERY_MS = 2000;
const FAULT = 'changes not followed';

export interface LiveChangesDeps {
  db: Database;
  policies: FailurePolicySet;
  readOverview: ReadOverview;
  faults: FaultLog;
}

/**
 * One reader for all who follow, once a second, and only while somebody does. It reads tables and listens to no channel,
 * so that a pooler in between changes nothing.
 */
export function createLiveChanges({ db, policies, readOverview, faults }: LiveChangesDeps) {
  const listeners = new Set<Listener>();
  const readHealthChanges = createReadHealthChanges(db);
  let lastEvent: number | null = null;
  let overviewDue = false;
  let overviewAt = 0;

  const tell: Listener = (message) => {
    for (const listener of listeners) listener(message);
  };

  async function step(): Promise<void> {
    const polled = await readHealthChanges();
    if (lastEvent === null) {
      lastEvent = await newestEvent(db);
      // Nobody read what happened until now: who has just begun to follow may have missed something.
      tell({ event: 'sources', data: { many: true, items: [] } });
      return;
    }
    const events = await readEventsAfter(db, lastEvent, MOST_STREAMED + 1);
    if (events.length > MOST_STREAMED) lastEvent = await newestEvent(db);
    else lastEvent = Number(events.at(-1)?.id ?? lastEvent);
    const changed = [...new Set([...polled, ...events.map(({ sourceId }) => sourceId)])];
    if (changed.length > 0) {
      const many = changed.length > MOST_STREAMED || events.length > MOST_STREAMED;
      tell({ event: 'sources', data: { many, items: many ? [] : await readStates(db, changed) } });
      if (!many) for (const event of events) tell({ event: 'event', data: event, id: event.id });
      overviewDue = true;
    }
    if (!overviewDue || Date.now() - overviewAt < OVERVIEW_EVERY_MS) return;
    overviewDue = false;
    overviewAt = Date.now();
    tell({ event: 'overview', data: await readOverview() });
  }

  async function readStates(from: Database, ids: string[]): Promise<StreamMessages['sources']['items']> {
    const rows = await from.select().from(sources).where(hasIdAmong(ids));
    const now = new Date();
    return rows.map((row) => {
      const { id, version, status, needsYou } = sourceView(row, policies, now);
      return { id, version, status, needsYou };
    });
  }

  const loop = createBackgroundLoop(async () => {
    if (listeners.size === 0) {
      lastEvent = null;
      return TICK_MS;
    }
    try {
      await step();
      faults.over(FAULT);
    } catch (error) {
      faults.report(FAULT, error);
    }
    return TICK_MS;
  });

  return {
    ...loop,
    follow(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What was missed since an event; null: too much. */
    async since(eventId: number) {
      const events = await readEventsAfter(db, eventId, MOST_STREAMED + 1);
      return events.length > MOST_STREAMED ? null : events;
    },
  };
}

async function newestEvent(db: Database): Promise<number> {
  const [row] = await db
    .select({ id: sourceEvents.id })
    .from(sourceEvents)
    .orderBy(desc(sourceEvents.id))
    .limit(1);
  return row?.id ?? 0;
}
