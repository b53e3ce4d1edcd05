import { ApiError } from '@feedwarden/client/browser';
import type { Source, SuggestedSource } from '@feedwarden/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { errorWords, sourceManager } from '../api/clients.js';
import { connection } from '../api/connection.js';
import { showSource, usePollNow } from '../api/source-data.js';
import { notify } from '../frame/notices.js';
import { Button } from '../parts/controls.js';
import { TextField } from '../parts/fields.js';
import { useStore } from '../parts/store.js';
import styles from './add.module.css';

interface Props {
  suggestion: SuggestedSource;
  word?: string;
  onAdded: () => void;
}

/** The name and the interval can be changed; the address is what discovery found. */
export function AddForm({ suggestion, word = 'Add', onAdded }: Props) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const poll = usePollNow();
  const { crawlerLostSince } = useStore(connection);
  // One key for one form: a response that was lost does not make a second source.
  const key = useRef(crypto.randomUUID());
  const add = useMutation({
    mutationFn: ({ name, minutes }: { name: string; minutes: number | null; thenPoll: boolean }) =>
      sourceManager.createSource(
        { ...suggestion, name, pollIntervalMinutes: minutes },
        { unique: true },
        { idempotencyKey: key.current },
      ),
    onSuccess: (source, { thenPoll }) => {
      showSource(queries, source);
      onAdded();
      notify(`${source.name} was added.`);
      if (thenPoll) pollWhenKnown(source);
      void navigate({ to: '/sources/$id', params: { id: source.id } });
    },
    onError: () => {
      key.current = crypto.randomUUID();
    },
  });

  /** The crawler learns of a new source within a tick or two. */
  function pollWhenKnown(source: Source) {
    setTimeout(() => poll.mutate(source), 2500);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    const minutes = String(form.get('minutes') ?? '').trim();
    add.mutate({
      name: String(form.get('name') ?? '').trim() || suggestion.name,
      minutes: minutes ? Number(minutes) : null,
      thenPoll: form.get('then') === 'poll',
    });
  }
  const existing = existingId(add.error);
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label="Name" name="name" defaultValue={suggestion.name} maxLength={200} />
      <TextField
        label="Interval in minutes"
        name="minutes"
        inputMode="numeric"
        hint="Empty: the crawler's default."
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" disabled={add.isPending}>
          {word}
        </Button>
        <Button type="submit" name="then" value="poll" disabled={add.isPending || crawlerLostSince !== null}>
          {word} and poll now
        </Button>
      </div>
      {existing ? (
        <p role="alert">
          This address is a source already:{' '}
          <Link to="/sources/$id" params={{ id: existing }}>
            open it
          </Link>
          .
        </p>
      ) : (
        add.error && <p role="alert">{errorWords(add.error)}</p>
      )}
    </form>
  );
}

function existingId(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { existingId: id } = (error.problem ?? {}) as { existingId?: unknown };
  return typeof id === 'string' ? id : null;
}
