import type { Overview, Source } from '@feedwarden/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { needsYouQuery, usePollNow } from '../api/source-data.js';
import { Button, buttonClass, Card } from '../parts/controls.js';
import { Shape } from '../parts/Shape.js';
import { useNow } from '../parts/store.js';
import { taskSentence } from '../words/headline.js';
import { formatNumber } from '../words/times.js';
import styles from './overview.module.css';

const KINDS = [
  { status: 'failing', count: 'unexpected', more: 'more with an unexpected answer' },
  { status: 'quarantined', count: 'quarantined', more: 'more in quarantine' },
  { status: 'disabled', count: 'disabledByPolicy', more: 'more disabled by their policy' },
] as const;

/** Of a kind, so many are told one by one. */
const SHOWN = 3;

/** What does not end by itself: one sentence and one action each, and one line for more that are alike. */
export function NeedsYou({ needsYou }: { needsYou: Overview['needsYou'] }) {
  const { data } = useQuery(needsYouQuery);
  if (needsYou.total === 0)
    return (
      <Card title="Needs you" aside="nothing does">
        <p className={styles.calm}>What a person has to decide will stand here.</p>
      </Card>
    );
  const found = data?.items ?? [];
  return (
    <Card title="Needs you" aside="nothing here ends by itself">
      <ol className={styles.tasks}>
        {KINDS.map(({ status, count, more }) => {
          const alike = found.filter((source) => source.status === status);
          const all = Math.max(needsYou[count], alike.length);
          const single = all > SHOWN ? alike.slice(0, SHOWN - 1) : alike;
          return [
            ...single.map((source) => <Task key={source.id} source={source} />),
            all > single.length && alike.length > 0 && (
              <li key={status}>
                <Shape status={status} />
                <Link to="/sources" search={{ needs_you: true, status }}>
                  {formatNumber(all - single.length)} {more}
                </Link>
                <p>{whatTheyShare(alike.slice(single.length))}</p>
                <Link
                  to="/sources"
                  search={{ needs_you: true, status }}
                  className={buttonClass('small')}
                  aria-label={`Review ${more.replace('more ', 'those ')}`}
                >
                  Review
                </Link>
              </li>
            ),
          ];
        })}
      </ol>
      <Link to="/sources" search={{ needs_you: true }} className={styles.more}>
        All {formatNumber(needsYou.total)} →
      </Link>
    </Card>
  );
}

function Task({ source }: { source: Source }) {
  const now = useNow();
  const poll = usePollNow();
  const { id, name, status } = source;
  return (
    <li>
      <Shape status={status} />
      <Link to="/sources/$id" params={{ id }} className="cut">
        {name}
      </Link>
      <p>{taskSentence(source, now)}</p>
      {status === 'quarantined' ? (
        <Button look="small" disabled={poll.isPending} onClick={() => poll.mutate(source)}>
          Poll now<span className="unseen"> {name}</span>
        </Button>
      ) : (
        <Link to="/sources/$id" params={{ id }} className={buttonClass('small')}>
          Open<span className="unseen"> {name}</span>
        </Link>
      )}
    </li>
  );
}

/** "10 of them are at one.example", else the names of the first ones. */
function whatTheyShare(sources: readonly Source[]): string {
  const hosts = new Map<string, number>();
  for (const { feedUrl } of sources) {
    const host = feedUrl ? new URL(feedUrl).host : '';
    if (host) hosts.set(host, (hosts.get(host) ?? 0) + 1);
  }
  const [most] = [...hosts].sort(([, a], [, b]) => b - a);
  if (most && most[1] >= 3) return `${most[1]} of them are at ${most[0]}.`;
  return `${sources
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')}${sources.length > 3 ? ' …' : ''}`;
}
