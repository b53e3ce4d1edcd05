import type { Overview } from '@feedwarden/contracts';
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

interface StreamedSource {
  id?: string;
  many?: boolean;
}

/** Takes what happens into the data of the page. The browser reconnects by itself, and says where it was. */
export function useLiveChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const takeIn = throttled(() => {
      for (const key of ['events', 'hosts', 'needs-you', 'coming-back'])
        void queries.invalidateQueries({ queryKey: [key] });
    }, 2000);
    return keepStream('/api/v1/stream', {
      overview: (overview) => queries.setQueryData(['overview'], overview as Overview),
      event: takeIn,
      source: (change) => {
        const { id, many = false } = change as StreamedSource;
        const { serial } = changedSources.get();
        changedSources.set({ ids: id ? [id] : [], isMany: many, serial: serial + 1 });
        if (id)
          for (const key of ['source', 'feed', 'source-events', 'posts'])
            void queries.invalidateQueries({ queryKey: [key, id] });
        takeIn();
      },
    });
  }, [queries]);
}

const AGAIN_MS = 5000;

/** A browser opens a stream again that broke off, but not one that was refused, as while the server starts. */
function keepStream(path: string, on: Record<string, (data: unknown) => void>): () => void {
  let stream: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    stream = new EventSource(path);
    stream.addEventListener('open', () => connection.set({ isLive: true }));
    stream.addEventListener('error', () => {
      connection.set({ isLive: false });
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    });
    for (const [name, take] of Object.entries(on))
      stream.addEventListener(name, ({ data }) => take(JSON.parse(data)));
  };
  open();
  return () => {
    clearTimeout(timer);
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
