import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { errorWords, sourceManager } from '../api/clients.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button, Card } from '../parts/controls.js';
import { TextField } from '../parts/fields.js';
import styles from './settings.module.css';

/** Keys that your own sources are polled with. They are set and removed, and never shown. */
export function Credentials() {
  const form = useRef<HTMLFormElement>(null);
  const store = useMutation({
    mutationFn: (apiKey: string) => sourceManager.putCredential('twitter', { apiKey }),
    onSuccess: () => {
      form.current?.reset();
      notify('The key is stored.');
    },
  });
  const remove = useMutation({
    mutationFn: () => sourceManager.deleteCredential('twitter'),
    onSuccess: () => notify('The key is removed.'),
    onError: notifyFailure,
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    store.mutate(String(new FormData(event.currentTarget).get('key') ?? '').trim());
  }
  return (
    <Card title="Credentials">
      <form ref={form} className={styles.form} onSubmit={submit}>
        <TextField
          label="API key of X"
          name="key"
          type="password"
          autoComplete="off"
          hint="Your own timelines on X are polled with it. It is stored encrypted, and nothing ever shows it again."
          wrong={store.error && errorWords(store.error)}
        />
        <div className={styles.buttons}>
          <Button type="submit" look="primary" disabled={store.isPending}>
            Store
          </Button>
          <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
            Remove the stored key
          </Button>
        </div>
      </form>
    </Card>
  );
}
