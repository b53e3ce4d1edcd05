import type { Source } from '@feedwarden/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkAction, type BulkResult, changeMany } from '../api/bulk.js';
import { errorWords } from '../api/clients.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button } from '../parts/controls.js';
import { Dialog } from '../parts/Dialog.js';
import { TextField } from '../parts/fields.js';
import { counted, formatNumber } from '../words/times.js';
import { bulkFilter } from './bulk-filter.js';
import type { SourceSearch } from './source-search.js';

/** Above this, the number has to be typed. */
const TYPED_ABOVE = 1000;

interface Props {
  action: BulkAction;
  search: SourceSearch;
  /** null: all of the filter. */
  selected: readonly Source[] | null;
  onDone: () => void;
  onClose: () => void;
}

/** Tells what would happen before it does. */
export default function BulkDialog({ action, search, selected, onDone, onClose }: Props) {
  const queries = useQueryClient();
  const filter = selected ? { ids: selected.map(({ id }) => id) } : bulkFilter(search);
  const [typed, setTyped] = useState('');
  const trial = useQuery({
    queryKey: ['bulk-trial', action, filter],
    queryFn: () => changeMany(action, filter, true),
    staleTime: 0,
    gcTime: 0,
  });
  const refresh = () => {
    void queries.resetQueries({ queryKey: ['sources'] });
    for (const key of ['overview', 'needs-you', 'hosts', 'events', 'source', 'coming-back'])
      void queries.invalidateQueries({ queryKey: [key] });
  };
  const change = useMutation({
    mutationFn: () => changeMany(action, filter, false),
    onSuccess: (answer) => {
      refresh();
      onDone();
      notify(`${counted(answer.changed, 'source')} ${PAST[action]}.`, undoOf(answer, refresh));
    },
    onError: notifyFailure,
  });
  const count = trial.data?.changed ?? 0;
  const isTyped = count <= TYPED_ABOVE || Number(typed.replaceAll(/\D/g, '')) === count;
  return (
    <Dialog
      title={action === 'disable' ? 'Disable sources' : 'Enable sources'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!trial.data || count === 0 || !isTyped || change.isPending}
            onClick={() => change.mutate()}
          >
            {change.isPending
              ? 'Working…'
              : `${action === 'disable' ? 'Disable' : 'Enable'} ${formatNumber(count)}`}
          </Button>
        </>
      }
    >
      {trial.error && <p role="alert">{errorWords(trial.error)}</p>}
      {!trial.data && !trial.error && <p className="muted">Looking what this would change…</p>}
      {trial.data && <Trial action={action} result={trial.data} />}
      {count > TYPED_ABOVE && (
        <TextField
          label={`Type ${formatNumber(count)} to confirm`}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Dialog>
  );
}

const PAST = { disable: 'disabled', enable: 'enabled' } as const;

function Trial({ action, result }: { action: BulkAction; result: BulkResult }) {
  const { matched, changed, names } = result;
  if (changed === 0)
    return (
      <p>
        All {formatNumber(matched)} are {PAST[action]} already: there is nothing to do.
      </p>
    );
  const rest = matched - changed;
  return (
    <>
      <p>
        <b>{counted(changed, 'source')}</b> will be {PAST[action]}
        {rest > 0 && `; ${formatNumber(rest)} ${rest === 1 ? 'is' : 'are'} so already`}.{' '}
        {action === 'disable'
          ? 'Disabled sources are not polled.'
          : 'Each starts afresh, and is polled at once.'}
      </p>
      <p className="muted">
        {names.join(', ')}
        {changed > names.length && ` and ${formatNumber(changed - names.length)} more`}
      </p>
    </>
  );
}

/** Those that others have changed since stay as they are. */
function undoOf({ undo }: BulkResult, refresh: () => void): (() => void) | null {
  if (!undo) return null;
  return () =>
    void undo().then(({ undone, changedSince }) => {
      refresh();
      const left =
        changedSince > 0 ? `; ${counted(changedSince, 'source')} changed since, left as they are` : '';
      notify(`Undone: ${counted(undone, 'source')} as before${left}.`);
    }, notifyFailure);
}
