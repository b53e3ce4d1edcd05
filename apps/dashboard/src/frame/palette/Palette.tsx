import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { sourceManager } from '../../api/clients.js';
import { StatusMark } from '../../parts/Shape.js';
import { shownStatus } from '../../words/statuses.js';
import { useActions } from './actions.js';
import { type Entry, fitting } from './entries.js';
import styles from './palette.module.css';

const MOST = 6;

/** Everything by its name: feeds, hosts, pages and what can be done. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, isSearching } = useEntries(useDeferredValue(text.trim()), onClose);
  const here = Math.min(at, entries.length - 1);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another entry is the current one
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((here + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') entries[here]?.run();
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Find"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <input
        role="combobox"
        aria-label="Find a feed, a host, a page or an action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries[here] ? `palette-${here}` : undefined}
        aria-autocomplete="list"
        placeholder="Find a feed, a host, a page or an action"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="palette-list" role="listbox" aria-label="Found" className={styles.list}>
        {entries.map(({ key, kind, word, more, mark, run }, index) => (
          <div
            key={key}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === here}
            onClick={run}
            onPointerMove={() => setAt(index)}
          >
            <i>{mark}</i>
            <span className="cut">{word}</span>
            {more && <small className="cut mono">{more}</small>}
            <em>{kind}</em>
          </div>
        ))}
        {entries.length === 0 && (
          <p className="muted">{isSearching ? 'Searching…' : 'Nothing is called so.'}</p>
        )}
      </div>
    </dialog>
  );
}

function useEntries(text: string, onClose: () => void): { entries: Entry[]; isSearching: boolean } {
  const navigate = useNavigate();
  const actions = useActions(onClose);
  const isSearch = text.length >= 2;
  const sources = useQuery({
    queryKey: ['found', 'sources', text],
    queryFn: ({ signal }) => sourceManager.listSources({ q: text, limit: MOST, sort: 'name' }, { signal }),
    enabled: isSearch,
  });
  const hosts = useQuery({
    queryKey: ['found', 'hosts', text],
    queryFn: ({ signal }) => sourceManager.listHosts({ q: text, sort: 'host', limit: 4 }, { signal }),
    enabled: isSearch,
  });
  const close = (go: () => unknown) => () => {
    onClose();
    go();
  };
  const entries = [
    ...fitting(actions, text),
    ...(isSearch ? (sources.data?.items ?? []) : []).map(
      (source): Entry => ({
        key: source.id,
        kind: 'feed',
        word: source.name,
        more: source.feedUrl?.replace(/^https?:\/\//, '') ?? null,
        mark: <StatusMark status={shownStatus(source)} brief />,
        run: close(() => navigate({ to: '/sources/$id', params: { id: source.id } })),
      }),
    ),
    ...(isSearch ? (hosts.data?.items ?? []) : []).map(
      ({ host, total }): Entry => ({
        key: `host ${host}`,
        kind: 'host',
        word: host,
        more: `${total} ${total === 1 ? 'feed' : 'feeds'}`,
        mark: null,
        run: close(() => navigate({ to: '/hosts/$host', params: { host } })),
      }),
    ),
  ];
  return { entries, isSearching: isSearch && (sources.isFetching || hosts.isFetching) };
}
