import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { errorWords, sourceManager } from '../api/clients.js';
import { sessionQuery } from '../api/session.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button, Card } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { clock, counted } from '../words/times.js';
import { browserWords } from './browser-words.js';
import styles from './settings.module.css';

/** Where you are logged in, and the ways out. */
export function Logins() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const now = useNow();
  const session = useQuery(sessionQuery);
  const { data, error } = useQuery({
    queryKey: ['logins'],
    queryFn: ({ signal }) => sourceManager.listLogins({ signal }),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['logins'] });
  const end = useMutation({
    mutationFn: (id: string) => sourceManager.endLogin(id),
    onSuccess: refresh,
    onError: notifyFailure,
  });
  const endOthers = useMutation({
    mutationFn: () => sourceManager.endLogins(),
    onSuccess: ({ ended }) => {
      refresh();
      notify(`${counted(ended, 'other log-in')} ended.`);
    },
    onError: notifyFailure,
  });
  const leave = useMutation({
    mutationFn: () => sourceManager.logOut(),
    onSuccess: async () => {
      await navigate({ to: '/login' });
      queries.clear();
    },
    onError: notifyFailure,
  });
  return (
    <Card title="Log-ins" aside={session.data?.subject}>
      {error && <p className={styles.note}>{errorWords(error)}</p>}
      <ul className={styles.list}>
        {data?.items.map(({ id, userAgent, createdAt, seenAt, current, subject }) => (
          <li key={id}>
            <div>
              <b>{browserWords(userAgent)}</b>
              <small>
                {subject} · since {clock(new Date(createdAt), now)} · last seen {clock(new Date(seenAt), now)}
                {current && ' · this one'}
              </small>
            </div>
            {!current && (
              <Button look="small" disabled={end.isPending} onClick={() => end.mutate(id)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.footer}>
        <Button disabled={leave.isPending} onClick={() => leave.mutate()}>
          Log out
        </Button>
        <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all others
        </Button>
        <small>
          Tokens for programs: <code>npm run token</code>; they end by themselves.
        </small>
      </div>
    </Card>
  );
}
