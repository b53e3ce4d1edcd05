import { type RefObject, useEffect, useState } from 'react';
import { Disclosure, itemClass } from '../parts/Disclosure.js';
import { Icon } from '../parts/Icon.js';
import { ERROR_TYPES, ERRORS } from '../words/statuses.js';
import { formatNumber } from '../words/times.js';
import { SaveView } from './SaveView.js';
import {
  chosen,
  DEFAULT_SORT,
  SORTS,
  SOURCE_TYPE_WORDS,
  type SourceSearch,
  toggled,
} from './source-search.js';
import styles from './sources.module.css';

interface Props {
  search: SourceSearch;
  show: (change: { [Name in keyof SourceSearch]?: SourceSearch[Name] | undefined }) => void;
  field: RefObject<HTMLInputElement | null>;
  total: number | null;
}

const TYPING_MS = 180;

export function Filters({ search, show, field, total }: Props) {
  return (
    <div className={styles.filters}>
      <SearchField q={search.q ?? ''} show={show} field={field} />
      <Disclosure
        label={
          <>
            <span className="muted">Sorted by</span> {SORTS[search.sort ?? DEFAULT_SORT]}
          </>
        }
      >
        {(close) =>
          Object.entries(SORTS).map(([sort, words]) => (
            <label key={sort} className={itemClass}>
              <input
                type="radio"
                name="sort"
                checked={(search.sort ?? DEFAULT_SORT) === sort}
                onChange={() => show({ sort: sort === DEFAULT_SORT ? undefined : sort })}
                onClick={close}
              />
              {words}
            </label>
          ))
        }
      </Disclosure>
      <Choices
        word="Why"
        given={search.error_type}
        options={ERROR_TYPES.map((type) => [type, ERRORS[type].word])}
        onChange={(error_type) => show({ error_type })}
      />
      <Choices
        word="Type"
        given={search.type}
        options={Object.entries(SOURCE_TYPE_WORDS)}
        onChange={(type) => show({ type })}
      />
      <HostField host={search.host} show={show} />
      <SaveView search={search} />
      {total !== null && <span className={styles.total}>{totalWords(total)}</span>}
    </div>
  );
}

/** What is typed is searched for as soon as the typing rests. */
function SearchField({ q, show, field }: Pick<Props, 'show' | 'field'> & { q: string }) {
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search
  useEffect(() => {
    if (text.trim() === q) return;
    const timer = setTimeout(() => show({ q: text.trim() || undefined }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label="Search by name, address or host"
        placeholder="Name, address or host"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <kbd>/</kbd>
    </div>
  );
}

interface ChoicesProps {
  word: string;
  given: string | undefined;
  options: [name: string, word: string][];
  onChange: (given: string | undefined) => void;
}

function Choices({ word, given, options, onChange }: ChoicesProps) {
  const names = chosen(given);
  const [first] = options.filter(([name]) => names.includes(name));
  const said = first ? `${first[1]}${names.length > 1 ? ` +${names.length - 1}` : ''}` : null;
  return (
    <Disclosure
      label={
        said ? (
          <>
            <span className="muted">{word}</span> {said}
          </>
        ) : (
          word
        )
      }
    >
      {() =>
        options.map(([name, words]) => (
          <label key={name} className={itemClass}>
            <input
              type="checkbox"
              checked={names.includes(name)}
              onChange={() => onChange(toggled(given, name))}
            />
            {words}
          </label>
        ))
      }
    </Disclosure>
  );
}

function HostField({ host, show }: { host: string | undefined; show: Props['show'] }) {
  return (
    <Disclosure
      label={
        host ? (
          <>
            <span className="muted">Host</span> {host}
          </>
        ) : (
          'Host'
        )
      }
    >
      {(close) => (
        <form
          className={styles.hostForm}
          onSubmit={(event) => {
            event.preventDefault();
            const given = String(new FormData(event.currentTarget).get('host') ?? '').trim();
            show({ host: given || undefined });
            close();
          }}
        >
          <input name="host" aria-label="Host" placeholder="news.example" defaultValue={host} />
          <button type="submit" className={itemClass}>
            Only this host
          </button>
          {host && (
            <button
              type="button"
              className={itemClass}
              onClick={() => {
                show({ host: undefined });
                close();
              }}
            >
              All hosts
            </button>
          )}
        </form>
      )}
    </Disclosure>
  );
}

const totalWords = (total: number): string => `${formatNumber(total)} ${total === 1 ? 'source' : 'sources'}`;
