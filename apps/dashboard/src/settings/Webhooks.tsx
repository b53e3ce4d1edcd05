import type { CreatedWebhook, Webhook, WebhookEvent } from '@feedwarden/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorWords, sourceManager } from '../api/clients.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button, Card } from '../parts/controls.js';
import { Dialog } from '../parts/Dialog.js';
import { TextField } from '../parts/fields.js';
import { Deliveries } from './Deliveries.js';
import styles from './settings.module.css';

const EVENTS: Record<WebhookEvent, string> = {
  disabled: 'a feed is taken out of polling',
  enabled: 'a feed is polled again',
  quarantined: 'a source is quarantined',
  released: 'a source is released',
  recovered: 'a failing source has succeeded',
};

/** Who is told when a source changes its state. */
export function Webhooks() {
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  const { data, error } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => sourceManager.listWebhooks({ signal }),
  });
  return (
    <Card
      title="Webhooks"
      aside={
        <Button look="small" icon="add" onClick={() => setAdding(true)}>
          Add
        </Button>
      }
    >
      {error && <p className={styles.note}>{errorWords(error)}</p>}
      {data?.items.length === 0 && (
        <p className={styles.note}>
          None yet. A webhook gets a signed message when a source changes its state.
        </p>
      )}
      <ul className={styles.list}>
        {data?.items.map((webhook) => (
          <WebhookLine key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {isAdding && (
        <AddWebhook
          onClose={() => setAdding(false)}
          onMade={(webhook) => {
            setAdding(false);
            setMade(webhook);
          }}
        />
      )}
      {made && (
        <Dialog title="The secret" onClose={() => setMade(null)}>
          <p>Messages are signed with it. It is shown now and never again.</p>
          <p className={styles.secret}>
            <code>{made.secret}</code>
          </p>
          <Button
            onClick={() =>
              void navigator.clipboard.writeText(made.secret).then(() => notify('Secret copied.'))
            }
          >
            Copy
          </Button>
        </Dialog>
      )}
    </Card>
  );
}

function WebhookLine({ webhook }: { webhook: Webhook }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { id, url, events, goneAt, failuresInARow } = webhook;
  const test = useMutation({
    mutationFn: () => sourceManager.testWebhook(id),
    onSuccess: ({ delivered, status, error, durationMs }) =>
      notify(
        delivered
          ? `The receiver answered ${status} in ${durationMs} ms.`
          : `Not delivered: ${error ?? `the receiver answered ${status}`}`,
      ),
    onError: notifyFailure,
  });
  const remove = useMutation({
    mutationFn: () => sourceManager.deleteWebhook(id),
    onSuccess: () => {
      notify('The webhook was removed.');
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: notifyFailure,
  });
  return (
    <li>
      <div>
        <b className="mono">{url}</b>
        <small>
          {events.join(', ')}
          {goneAt && ' · the receiver answered 410: nothing is sent any more'}
          {!goneAt && failuresInARow > 0 && ` · ${failuresInARow} failed attempts in a row`}
        </small>
      </div>
      <div className={styles.buttons}>
        <Button look="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Deliveries
        </Button>
        <Button look="small" disabled={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button look="small" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </div>
      {isOpen && <Deliveries id={id} />}
    </li>
  );
}

function AddWebhook({ onClose, onMade }: { onClose: () => void; onMade: (webhook: CreatedWebhook) => void }) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (given: { url: string; events: WebhookEvent[] }) => sourceManager.createWebhook(given),
    onSuccess: (webhook) => {
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
      onMade(webhook);
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({ url: String(form.get('url')).trim(), events: form.getAll('event') as WebhookEvent[] });
  }
  return (
    <Dialog title="Add a webhook" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Address of the receiver"
          name="url"
          inputMode="url"
          placeholder="https://hooks.example/feedwarden"
          wrong={add.error && errorWords(add.error)}
        />
        <fieldset>
          <legend>Tell it when</legend>
          {Object.entries(EVENTS).map(([event, words]) => (
            <label key={event}>
              <input type="checkbox" name="event" value={event} defaultChecked />
              {words}
            </label>
          ))}
        </fieldset>
        <Button type="submit" look="primary" disabled={add.isPending}>
          Add
        </Button>
      </form>
    </Dialog>
  );
}
