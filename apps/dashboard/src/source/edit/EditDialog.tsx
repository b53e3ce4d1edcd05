import { ApiError } from '@feedwarden/client/browser';
import type { FailurePolicies, Source } from '@feedwarden/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { errorWords, sourceManager } from '../../api/clients.js';
import { hasChanged } from '../../api/refusals.js';
import { showSource } from '../../api/source-data.js';
import { notify } from '../../frame/notices.js';
import { Button } from '../../parts/controls.js';
import { Dialog } from '../../parts/Dialog.js';
import { ChoiceField, TextField, TwoFields } from '../../parts/fields.js';
import { ConflictChoice } from './ConflictChoice.js';
import {
  type Conflict,
  conflictsOf,
  type Draft,
  draftOf,
  type EditField,
  editFields,
  patchOf,
  written,
} from './edit-fields.js';

interface Props {
  source: Source;
  policies: FailurePolicies;
  onClose: () => void;
}

/** Saved only if nobody has changed the source meanwhile; otherwise both are shown, and a person chooses. */
export function EditDialog({ source, policies, onClose }: Props) {
  const queries = useQueryClient();
  const form = useId();
  const fields = editFields(source, policies);
  // As it was when the dialog was opened: what arrives meanwhile must not change the form.
  const [before, setBefore] = useState(source);
  const [draft, setDraft] = useState<Draft>(() => draftOf(source, fields));
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<{ theirs: Source; fields: Conflict[] } | null>(null);
  const [isSaving, setSaving] = useState(false);

  async function save(mine: Draft, base: Source) {
    const patch = patchOf(mine, base, fields);
    if (Object.keys(patch).length === 0) return onClose();
    setSaving(true);
    setError(null);
    try {
      const changed = await sourceManager.changeSource(source.id, patch, { version: base.version });
      showSource(queries, changed);
      notify(`${changed.name} was changed.`);
      onClose();
    } catch (failure) {
      if (!hasChanged(failure)) return setError(failure);
      const theirs = await sourceManager.getSource(source.id);
      queries.setQueryData(['source', source.id], theirs);
      setConflict({ theirs, fields: conflictsOf(mine, base, theirs, fields) });
    } finally {
      setSaving(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(draft, before).catch(setError);
  }

  /** Their version, with what was changed here and not there, or chosen to win. */
  function resolve(keepMine: ReadonlySet<string>) {
    if (!conflict) return;
    const { theirs } = conflict;
    const contested = new Set<string>(conflict.fields.map(({ field }) => field.name));
    const merged = Object.fromEntries(
      fields.map(({ name }) => {
        const isMine = (draft[name] ?? '').trim() !== written(before[name]);
        const wins = contested.has(name) ? keepMine.has(name) : isMine;
        return [name, wins ? (draft[name] ?? '') : written(theirs[name])];
      }),
    );
    setConflict(null);
    setBefore(theirs);
    setDraft(merged);
    void save(merged, theirs).catch(setError);
  }

  if (conflict)
    return (
      <ConflictChoice
        theirs={conflict.theirs}
        conflicts={conflict.fields}
        onChoose={resolve}
        onClose={onClose}
      />
    );
  const wrong = wrongFields(error);
  const set = (name: string) => (value: string) => setDraft({ ...draft, [name]: value });
  const [name, feedUrl, siteUrl, ...rest] = fields;
  return (
    <Dialog
      title={`Edit ${source.name}`}
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" disabled={isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <div data-rows="">
          {[name, feedUrl, siteUrl].map(
            (field) =>
              field && (
                <OneField
                  key={field.name}
                  field={field}
                  value={draft[field.name] ?? ''}
                  wrong={wrong.get(field.name)}
                  onChange={set(field.name)}
                />
              ),
          )}
          <TwoFields>
            {rest.map((field) => (
              <OneField
                key={field.name}
                field={field}
                value={draft[field.name] ?? ''}
                wrong={wrong.get(field.name)}
                onChange={set(field.name)}
              />
            ))}
          </TwoFields>
          {error !== null && wrong.size === 0 && <p role="alert">{errorWords(error)}</p>}
        </div>
      </form>
    </Dialog>
  );
}

interface OneFieldProps {
  field: EditField;
  value: string;
  wrong: string | undefined;
  onChange: (value: string) => void;
}

function OneField({ field, value, wrong, onChange }: OneFieldProps) {
  const { label, kind, hint, options } = field;
  if (kind === 'choice')
    return (
      <ChoiceField
        label={label}
        hint={hint}
        wrong={wrong}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options?.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </ChoiceField>
    );
  return (
    <TextField
      label={label}
      hint={hint}
      wrong={wrong}
      value={value}
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      {...(kind === 'url' && { inputMode: 'url' as const, spellCheck: false })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** What the server says of which field. */
function wrongFields(error: unknown): Map<string, string> {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  return new Map(errors.map(({ field, message }) => [field, message]));
}
