import type { Source } from '@feedwarden/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sourceManager } from '../api/clients.js';
import { connection } from '../api/connection.js';
import { showSource, usePollNow } from '../api/source-data.js';
import { isOff, useToggle } from '../api/toggle.js';
import { useKeys } from '../frame/keys.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button } from '../parts/controls.js';
import { Dialog } from '../parts/Dialog.js';
import { Disclosure, itemClass } from '../parts/Disclosure.js';
import { useStore } from '../parts/store.js';
import styles from './source.module.css';

export function SourceActions({ source, onEdit }: { source: Source; onEdit: () => void }) {
  const queries = useQueryClient();
  const poll = usePollNow();
  const toggle = useToggle();
  const [isDeleting, setDeleting] = useState(false);
  const { lostSince, crawlerLostSince } = useStore(connection);
  const isLost = lostSince !== null;
  const canPoll = !isLost && crawlerLostSince === null && source.feedUrl !== null;
  const quarantine = useMutation({
    mutationFn: () => sourceManager.quarantineSource(source.id, {}),
    onSuccess: (changed) => {
      showSource(queries, changed);
      notify(`${changed.name} is quarantined.`, () => toggle.mutate(changed));
    },
    onError: notifyFailure,
  });
  useKeys({
    poll: () => canPoll && poll.mutate(source),
    toggle: () => !isLost && toggle.mutate(source),
    edit: onEdit,
  });
  const off = isOff(source);
  return (
    <div className={styles.actions}>
      <Button
        look="primary"
        icon="poll"
        hint="p"
        disabled={!canPoll || poll.isPending}
        onClick={() => poll.mutate(source)}
      >
        {poll.isPending ? 'Polling…' : 'Poll now'}
      </Button>
      <Button disabled={isLost || toggle.isPending} onClick={() => toggle.mutate(source)}>
        {source.quarantinedAt ? 'Release' : off ? 'Enable' : 'Disable'}
      </Button>
      <Button disabled={isLost} onClick={onEdit}>
        Edit…
      </Button>
      <Disclosure label={null} name="More" icon="more" look="bare" alignRight>
        {(close) => (
          <>
            {source.siteUrl && (
              <a className={itemClass} href={source.siteUrl} target="_blank" rel="noreferrer">
                Open its web page
              </a>
            )}
            {source.feedUrl && (
              <button
                type="button"
                className={itemClass}
                onClick={() => {
                  close();
                  void navigator.clipboard
                    .writeText(source.feedUrl ?? '')
                    .then(() => notify('Address copied.'));
                }}
              >
                Copy the address
              </button>
            )}
            {!source.quarantinedAt && (
              <button
                type="button"
                className={itemClass}
                onClick={() => {
                  close();
                  quarantine.mutate();
                }}
              >
                Quarantine
              </button>
            )}
            <button
              type="button"
              className={itemClass}
              data-danger=""
              onClick={() => {
                close();
                setDeleting(true);
              }}
            >
              Delete…
            </button>
          </>
        )}
      </Disclosure>
      {isDeleting && <DeleteDialog source={source} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => sourceManager.deleteSource(source.id),
    onSuccess: async () => {
      onClose();
      notify(`${source.name} was deleted.`);
      await navigate({ to: '/sources' });
      queries.removeQueries({ queryKey: ['source', source.id] });
      void queries.resetQueries({ queryKey: ['sources'] });
      void queries.invalidateQueries({ queryKey: ['overview'] });
    },
    onError: notifyFailure,
  });
  return (
    <Dialog
      title={`Delete ${source.name}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    >
      <p>
        It is not polled any more, and cannot be brought back. Its posts stay until they are cleaned up; its
        events stay.
      </p>
    </Dialog>
  );
}
