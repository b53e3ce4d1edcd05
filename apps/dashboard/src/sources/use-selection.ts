import type { Source } from '@feedwarden/contracts';
import { useEffect, useState } from 'react';

export interface Selection {
  /** Rows that are selected one by one. */
  ids: ReadonlySet<string>;
  /** All of the filter, those that are not loaded included. */
  isAll: boolean;
  count: number;
  has: (id: string) => boolean;
  toggle: (index: number) => void;
  /** From the last one that was toggled to here. */
  extend: (index: number) => void;
  all: () => void;
  clear: () => void;
}

export function useSelection(sources: readonly Source[], total: number | null, view: string): Selection {
  const [state, setState] = useState({ ids: new Set<string>(), isAll: false, anchor: 0 });
  const clear = () => setState({ ids: new Set(), isAll: false, anchor: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what another view shows is not selected
  useEffect(clear, [view]);

  const { ids, isAll, anchor } = state;
  return {
    ids,
    isAll,
    count: isAll ? (total ?? sources.length) : ids.size,
    has: (id) => isAll || ids.has(id),
    toggle: (index) => {
      const id = sources[index]?.id;
      if (!id) return;
      const next = new Set(isAll ? sources.map((source) => source.id) : ids);
      if (!next.delete(id)) next.add(id);
      setState({ ids: next, isAll: false, anchor: index });
    },
    extend: (index) => {
      const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)];
      const between = sources.slice(from, to + 1).map(({ id }) => id);
      setState({ ids: new Set([...ids, ...between]), isAll: false, anchor: index });
    },
    all: () => setState({ ids: new Set(), isAll: true, anchor: 0 }),
    clear,
  };
}
