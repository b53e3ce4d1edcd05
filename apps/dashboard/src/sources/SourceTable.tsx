import type { FailurePolicies } from '@feedwarden/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePollNow } from '../api/source-data.js';
import { useToggle } from '../api/toggle.js';
import { useKeys } from '../frame/keys.js';
import { HorizonAxis } from '../horizon/Horizon.js';
import { useNow } from '../parts/store.js';
import { useMedia } from '../parts/use-media.js';
import { SourceRow } from './SourceRow.js';
import styles from './sources.module.css';
import type { Selection } from './use-selection.js';
import { type SourceList, useFeedsInView } from './use-source-list.js';

interface Props {
  list: Pick<SourceList, 'sources' | 'total' | 'loadMore'>;
  selection: Selection;
  policies: FailurePolicies;
}

const ROW = 55;
const CARD = 172;
const AHEAD = 40;

/** A grid with one tab stop; only the rows in view are in the document. */
export function SourceTable({ list, selection, policies }: Props) {
  const { sources, total, loadMore } = list;
  const now = useNow();
  const navigate = useNavigate();
  const poll = usePollNow();
  const toggle = useToggle();
  const isCards = useMedia('(max-width: 640px)');
  const isMiddle = useMedia('(max-width: 1379px)');
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [current, setCurrent] = useState(0);
  const wantsFocus = useRef(false);
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: sources.length,
    estimateSize: () => (isCards ? CARD : ROW),
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => sources[index]?.id ?? index,
  });
  const shown = rows.getVirtualItems();
  const from = shown[0]?.index ?? 0;
  const to = shown.at(-1)?.index ?? 0;
  const feeds = useFeedsInView(sources, from, to);
  const horizonWidth = isCards
    ? Math.max(240, document.documentElement.clientWidth - 62)
    : isMiddle
      ? 206
      : 296;

  useEffect(() => {
    if (to >= sources.length - AHEAD) loadMore();
  }, [to, sources.length, loadMore]);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    body.current?.querySelector<HTMLElement>(`[data-index="${current}"] a`)?.focus({ preventScroll: true });
  });

  function move(to: number) {
    const next = Math.min(Math.max(to, 0), sources.length - 1);
    wantsFocus.current = true;
    setCurrent(next);
    rows.scrollToIndex(next, { align: 'auto' });
  }
  const source = sources[current];
  useKeys({
    next: () => move(current + 1),
    previous: () => move(current - 1),
    open: () => source && void navigate({ to: '/sources/$id', params: { id: source.id } }),
    select: () => selection.toggle(current),
    selectTo: () => selection.extend(current),
    poll: () => source && poll.mutate(source),
    toggle: () => source && toggle.mutate(source),
  });
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(current + step);
  }

  return (
    <div
      className={styles.table}
      role="grid"
      aria-label="Sources"
      aria-rowcount={(total ?? sources.length) + 1}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
    >
      <div className={styles.head} role="row" aria-rowindex={1}>
        <span role="columnheader">
          <input
            type="checkbox"
            aria-label="Select all of this filter"
            checked={selection.isAll}
            onChange={() => (selection.isAll ? selection.clear() : selection.all())}
          />
        </span>
        <span role="columnheader">Status</span>
        <span role="columnheader">Source</span>
        <span role="columnheader">Why, and the streak</span>
        <span role="columnheader">Since</span>
        <span role="columnheader">
          <span className="unseen">Horizon: 7 days back, 3 days ahead</span>
          {!isCards && <HorizonAxis width={horizonWidth} />}
        </span>
        <span role="columnheader">Next poll</span>
      </div>
      <div ref={body} role="rowgroup" className={styles.body} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = sources[index];
          if (!row) return null;
          return (
            <SourceRow
              key={row.id}
              source={row}
              feed={feeds.get(row.id) ?? null}
              policies={policies}
              now={now}
              index={index}
              offset={start - top}
              horizonWidth={horizonWidth}
              isCurrent={index === current}
              isSelected={selection.has(row.id)}
              onSelect={selection}
              onCurrent={setCurrent}
              {...(isCards && { measure: rows.measureElement })}
            />
          );
        })}
      </div>
    </div>
  );
}
