import type { Source } from '@feedwarden/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sourceManager } from '../api/clients.js';
import { showSource } from '../api/source-data.js';
import { notify, notifyFailure } from '../frame/notices.js';
import { Button } from '../parts/controls.js';
import { useNow } from '../parts/store.js';
import { atClock } from '../words/times.js';
import styles from './source.module.css';

/** Another address is proposed: by permanent redirects, or by the page that came instead of a feed. */
export function MovedBanner({ source }: { source: Source }) {
  const queries = useQueryClient();
  const now = useNow();
  const { proposedFeedUrl, proposedSince, feedUrl } = source;
  const move = useMutation({
    mutationFn: (to: string) => sourceManager.changeSource(source.id, { feedUrl: to }),
    onSuccess: (changed) => {
      showSource(queries, changed);
      notify(`${changed.name} has its new address.`, feedUrl ? () => move.mutate(feedUrl) : null);
    },
    onError: notifyFailure,
  });
  if (!proposedFeedUrl || proposedFeedUrl === feedUrl) return null;
  return (
    <section className={styles.moved} aria-label="Proposed address">
      <p>
        Another address is proposed
        {proposedSince && ` since ${atClock(new Date(proposedSince), now).replace(/^on /, '')}`}:{' '}
        <span className="mono">{proposedFeedUrl}</span>
      </p>
      <Button look="small" disabled={move.isPending} onClick={() => move.mutate(proposedFeedUrl)}>
        Move now
      </Button>
    </section>
  );
}
