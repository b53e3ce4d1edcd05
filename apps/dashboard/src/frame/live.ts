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
    const stream = new EventSource('/api/v1/stream');
    const invalidate = throttled(() => {
      void queries.invalidateQueries({ queryKey: ['events'] });
      void queries.invalidateQueries({ queryKey: ['hosts'] });
      void queries.invalidateQueries({ queryKey: ['needs-you'] });
      void queries.invalidateQueries({ queryKey: ['coming-back'] });
    }, 2000);
    stream.addEventListener('open', () => connection.set({ isLive: true }));
    stream.addEventListener('error', () => connection.set({ isLive: false }));
    stream.addEventListener('overview', ({ data }) => {
      queries.setQueryData(['overview'], JSON.parse(data) as Overview);
    });
    stream.addEventListener('event', invalidate);
    stream.addEventListener('source', ({ data }) => {
      const { id, many = false } = JSON.parse(data) as StreamedSource;
      changedSources.set({
        ids: id ? [id] : [],
        isMany: many,
        serial: changedSources.get().serial + 1,
      });
      if (id) void queries.invalidateQueries({ queryKey: ['source', id] });
      invalidate();
    });
    return () => stream.close();
  }, [queries]);
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
