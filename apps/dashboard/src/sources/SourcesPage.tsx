import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { errorWords } from '../api/clients.js';
import { policiesQuery } from '../api/policies.js';
import { overviewQuery } from '../api/queries.js';
import { useKeys } from '../frame/keys.js';
import { Button, buttonClass } from '../parts/controls.js';
import { Icon } from '../parts/Icon.js';
import { useTitle } from '../parts/use-title.js';
import { counted } from '../words/times.js';
import { Filters } from './Filters.js';
import { SourceTable } from './SourceTable.js';
import { StatusTabs } from './StatusTabs.js';
import { cleaned, type SourceSearch } from './source-search.js';
import styles from './sources.module.css';
import { useSelection } from './use-selection.js';
import { useSourceList } from './use-source-list.js';

const SelectionBar = lazy(() => import('./SelectionBar.js'));

export function SourcesPage() {
  useTitle('Sources');
  const search = useSearch({ from: '/framed/sources' });
  const navigate = useNavigate();
  const { data: overview } = useQuery(overviewQuery);
  const { data: policies } = useQuery(policiesQuery);
  const list = useSourceList(search);
  const selection = useSelection(list.sources, list.total, JSON.stringify(search));
  const searchField = useRef<HTMLInputElement>(null);
  const show = (change: { [Name in keyof SourceSearch]?: SourceSearch[Name] | undefined }) =>
    void navigate({ to: '/sources', search: cleaned({ ...search, ...change }), replace: 'q' in change });
  useKeys({
    search: () => searchField.current?.focus(),
    selectAll: selection.all,
    clear: selection.clear,
    changes: list.showWaiting,
  });
  return (
    <>
      <div className={styles.title}>
        <h1>Sources</h1>
        <div>
          <Link to="/import" className={buttonClass()}>
            <Icon name="upload" />
            <span>Import OPML</span>
          </Link>
          <Link to="/add" className={buttonClass('primary')}>
            <Icon name="add" />
            <span>Add a source</span>
          </Link>
        </div>
      </div>
      <StatusTabs search={search} overview={overview} />
      <Filters search={search} show={show} field={searchField} total={list.total} />
      {list.waiting !== 0 && (
        <p className={styles.waiting} role="status">
          {list.waiting === null ? 'Many changes' : counted(list.waiting, 'change')}
          <Button look="small" hint="." onClick={list.showWaiting}>
            Show
          </Button>
        </p>
      )}
      {list.error && <p role="alert">{errorWords(list.error)}</p>}
      {!list.isLoading && !list.error && list.sources.length === 0 && <NothingFound search={search} />}
      {list.sources.length > 0 && policies && (
        <SourceTable list={list} selection={selection} policies={policies} />
      )}
      <Suspense>
        {selection.count > 0 && (
          <SelectionBar search={search} selection={selection} sources={list.sources} total={list.total} />
        )}
      </Suspense>
    </>
  );
}

function NothingFound({ search }: { search: SourceSearch }) {
  const isFiltered = Object.keys(search).some((name) => name !== 'sort');
  return (
    <div className={styles.nothing}>
      <p>{isFiltered ? 'No source fits these filters.' : 'There are no sources yet.'}</p>
      {isFiltered ? (
        <Link to="/sources" className={buttonClass()}>
          Show all
        </Link>
      ) : (
        <Link to="/add" className={buttonClass('primary')}>
          Add a source
        </Link>
      )}
    </div>
  );
}
