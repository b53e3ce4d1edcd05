import type { FeedHistory, Source, SourcePage } from '@feedwarden/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { sourceManager } from '../api/clients.js';
import { pollsQuery } from '../api/feed-data.js';
import { sessionQuery } from '../api/session.js';
import { changedSources } from '../frame/live.js';
import { type SourceSearch, toFilter, toQuery } from './source-search.js';

const PAGE = 100;
/** The pages of the horizons: rows in view, rounded. */
const CHUNK = 50;
const MOST_IDS = 100;
/** Polls arrive all the time; they are looked at together. */
const PATIENCE_MS = 1500;

/** Never asked for again by itself: rows do not move under the cursor. */
const listQuery = (search: SourceSearch) =>
  infiniteQueryOptions({
    queryKey: ['sources', search],
    queryFn: ({ pageParam, signal }) =>
      sourceManager.listSources(
        { ...toQuery(search), limit: PAGE, ...(pageParam ? { cursor: pageParam } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface SourceList {
  sources: Source[];
  total: number | null;
  isLoading: boolean;
  error: Error | null;
  /** How many rows would join or leave; null: many. */
  waiting: number | null;
  showWaiting: () => void;
  loadMore: () => void;
}

export function useSourceList(search: SourceSearch): SourceList {
  const queries = useQueryClient();
  const options = listQuery(search);
  const { data, isPending, error, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(options);
  const sources = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const waiting = useWaiting(search, sources);
  return {
    sources,
    total: data?.pages[0]?.total ?? null,
    isLoading: isPending,
    error,
    waiting: waiting.count,
    showWaiting: () => {
      waiting.clear();
      void queries.resetQueries({ queryKey: options.queryKey });
    },
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
}

/** Changes cells in place; counts what would join or leave instead of moving it. */
function useWaiting(search: SourceSearch, sources: readonly Source[]) {
  const queries = useQueryClient();
  const [moved, setMoved] = useState<{ ids: Set<string>; isMany: boolean }>({
    ids: new Set(),
    isMany: false,
  });
  const loaded = useMemo(() => new Set(sources.map(({ id }) => id)), [sources]);
  const key = JSON.stringify(search);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has no waiting changes
  useEffect(() => setMoved({ ids: new Set(), isMany: false }), [key]);

  // By reference: a row that is patched must not make this begin anew, and lose what it has heard meanwhile.
  const shown = useRef(loaded);
  shown.current = loaded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is what its key says
  useEffect(() => {
    const heard = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    async function look() {
      const taken = [...heard].slice(0, MOST_IDS);
      for (const id of taken) heard.delete(id);
      const named = { ids: taken.join(','), limit: MOST_IDS };
      const [now, fitting] = await Promise.all([
        sourceManager.listSources(named),
        sourceManager.listSources({ ...toFilter(search), ...named }),
      ]);
      queries.setQueryData(listQuery(search).queryKey, (data: InfiniteData<SourcePage> | undefined) =>
        data ? patched(data, new Map(now.items.map((source) => [source.id, source]))) : data,
      );
      const fits = new Set(fitting.items.map(({ id }) => id));
      const away = taken.filter((id) => shown.current.has(id) !== fits.has(id));
      if (away.length > 0)
        setMoved(({ ids: before, isMany }) => ({ ids: new Set([...before, ...away]), isMany }));
    }
    const lookSoon = () => {
      timer ??= setTimeout(() => {
        look()
          .catch(() => {})
          .finally(() => {
            timer = null;
            if (heard.size > 0) lookSoon();
          });
      }, PATIENCE_MS);
    };
    const stop = changedSources.subscribe(() => {
      const { ids, isMany } = changedSources.get();
      if (isMany) setMoved((before) => ({ ...before, isMany: true }));
      for (const id of ids) heard.add(id);
      if (heard.size > 0) lookSoon();
    });
    return () => {
      stop();
      if (timer) clearTimeout(timer);
    };
  }, [key, queries]);

  return {
    count: moved.isMany ? null : moved.ids.size,
    clear: () => setMoved({ ids: new Set(), isMany: false }),
  };
}

function patched(data: InfiniteData<SourcePage>, changed: Map<string, Source>) {
  const pages = data.pages.map((page) =>
    page.items.some(({ id }) => changed.has(id))
      ? { ...page, items: page.items.map((source) => changed.get(source.id) ?? source) }
      : page,
  );
  return { ...data, pages };
}

/** What the crawler remembers of the rows in view. */
export function useFeedsInView(
  sources: readonly Source[],
  from: number,
  to: number,
): Map<string, FeedHistory> {
  const { data: session } = useQuery(sessionQuery);
  const first = Math.floor(from / CHUNK);
  const last = Math.floor(Math.max(from, to) / CHUNK);
  const chunks = Array.from({ length: last - first + 1 }, (_, index) =>
    sources.slice((first + index) * CHUNK, (first + index + 1) * CHUNK).map(({ id }) => id),
  );
  return useQueries({
    queries: chunks.map((ids) => pollsQuery(session, ids)),
    combine: merged,
  });
}

const merged = (results: { data?: Map<string, FeedHistory> | undefined }[]) =>
  new Map(results.flatMap(({ data }) => [...(data ?? [])]));
