import { streamOperations } from '@feedwarden/contracts';
import { createSlots } from '@feedwarden/pacing';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { LiveChanges, Message } from './live-changes.js';

const STREAMS_AT_ONCE = 100;
const PING_MS = 15_000;
/** Of a client that reads slowly; it is told that there is much to read again. */
const MOST_WAITING = 500;

export function streamRoutes(changes: LiveChanges, stopping: AbortSignal): Route[] {
  const slots = createSlots(STREAMS_AT_ONCE);
  return routesOf(streamOperations, {
    followChanges: async ({ query, headers, caller, response }) => {
      const release = slots.tryTake();
      if (!release || stopping.aborted) {
        release?.();
        throw new Problem(503, 'too many streams are open', { headers: { 'retry-after': '10' } });
      }
      response.once('close', release);
      response.set({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      const lastSeen = headers['Last-Event-ID'];
      const missed = lastSeen === undefined ? [] : await changes.since(Number(lastSeen));
      const waiting: Message[] =
        missed === null
          ? [{ event: 'sources', data: { many: true, items: [] } }]
          : missed.map((event) => ({ event: 'event', data: event, id: event.id }));
      const left = Math.min(query.seconds * 1000, caller.expiresAt.getTime() - Date.now());
      const over = AbortSignal.any([stopping, AbortSignal.timeout(Math.max(1, left))]);
      return messagesOf(changes, waiting, over);
    },
  });
}

/** A ping at once shows that the stream is open, and then that it still is. */
async function* messagesOf(
  changes: LiveChanges,
  waiting: Message[],
  over: AbortSignal,
): AsyncGenerator<string> {
  let wake = () => {};
  // What was missed may also be told as news.
  let lastId = Math.max(0, ...waiting.map(({ id = 0 }) => Number(id)));
  const unfollow = changes.follow((message) => {
    if (message.id !== undefined && Number(message.id) <= lastId) return;
    lastId = Math.max(lastId, Number(message.id ?? 0));
    if (waiting.length >= MOST_WAITING)
      waiting.splice(0, waiting.length, { event: 'sources', data: { many: true, items: [] } });
    else waiting.push(message);
    wake();
  });
  over.addEventListener('abort', () => wake());
  try {
    yield text({ event: 'ping', data: { at: new Date().toISOString() } });
    while (!over.aborted) {
      if (waiting.length === 0) {
        const timer = setTimeout(() => wake(), PING_MS);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        clearTimeout(timer);
        if (over.aborted) return;
        if (waiting.length === 0) waiting.push({ event: 'ping', data: { at: new Date().toISOString() } });
      }
      yield waiting.splice(0).map(text).join('');
    }
  } finally {
    unfollow();
  }
}

/** JSON has no line breaks, so one line of data holds it. */
const text = ({ event, data, id }: Message) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
