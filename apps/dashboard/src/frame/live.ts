import type { StreamMessages } from '@feedwarden/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from '../api/connection.js';
import { createStore } from '../parts/store.js';

/** The latest changes of sources, for the pages that show them. `many`: too many to be named. */
export const changedSources = createStore<{ ids: string[]; isMany: boolean; serial: number }>({
  ids: [],
  isMany: false,
  serial: 0,
});

/** Takes what happens into the data of the page. The browser reconnects by itself, and says where it was. */
export function useLiveChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const takeIn = throttled(() => {
      for (const key of ['events', 'hosts', 'needs-you', 'coming-back'])
        void queries.invalidateQueries({ queryKey: [key] });
    }, 2000);
    return keepStream('/api/v1/stream', {
      overview: (overview) => queries.setQueryData(['overview'], overview as StreamMessages['overview']),
      event: takeIn,
      sources: (change) => {
        const { many, items } = change as StreamMessages['sources'];
        const ids = items.map(({ id }) => id);
        changedSources.set({ ids, isMany: many, serial: changedSources.get().serial + 1 });
        for (const key of SHOWN_OF_A_SOURCE)
          if (many) void queries.invalidateQueries({ queryKey: [key] });
          else for (const id of ids) void queries.invalidateQueries({ queryKey: [key, id] });
        takeIn();
      },
    });
  }, [queries]);
}

const AGAIN_MS = 5000;
/** The server ends a stream now and then, and the browser goes on with the next: that is no outage. */
const PATIENCE_MS = 8000;
const SHOWN_OF_A_SOURCE = ['source', 'feed', 'source-events', 'posts'];

/** A browser opens a stream again that broke off, but not one that was refused, as while the server starts. */
function keepStream(path: string, on: Record<string, (data: unknown) => void>): () => void {
  let stream: EventSource;
  let again: ReturnType<typeof setTimeout>;
  let patience: ReturnType<typeof setTimeout>;
  const open = () => {
    stream = new EventSource(path);
    stream.addEventListener('open', () => {
      clearTimeout(patience);
      connection.set({ isLive: true });
    });
    stream.addEventListener('error', () => {
      clearTimeout(patience);
      patience = setTimeout(() => connection.set({ isLive: false }), PATIENCE_MS);
      if (stream.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    });
    for (const [name, take] of Object.entries(on))
      stream.addEventListener(name, ({ data }) => take(JSON.parse(data)));
  };
  open();
  return () => {
    clearTimeout(again);
    clearTimeout(patience);
    stream.close();
  };
}

/** At once, and then at most once in this time. */
function throttled(act: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isWanted = false;
  return function run() {
    if (timer) {
      isWanted = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = null;
      if (isWanted) {
        isWanted = false;
        run();
      }
    }, ms);
  };
}
