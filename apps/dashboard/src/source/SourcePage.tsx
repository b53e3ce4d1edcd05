import type { Source } from '@feedwarden/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { errorWords } from '../api/clients.js';
import { feedQuery } from '../api/feed-data.js';
import { policiesQuery } from '../api/policies.js';
import { isMissing } from '../api/refusals.js';
import { sessionQuery } from '../api/session.js';
import { sourceQuery } from '../api/source-data.js';
import { Card } from '../parts/controls.js';
import { Icon } from '../parts/Icon.js';
import { Shape } from '../parts/Shape.js';
import { useNow } from '../parts/store.js';
import { useTitle } from '../parts/use-title.js';
import { shownStatus } from '../words/statuses.js';
import { verdictOf } from '../words/verdict.js';
import { AuditTrail } from './AuditTrail.js';
import { DeletedSource } from './DeletedSource.js';
import { EditDialog } from './edit/EditDialog.js';
import { MovedBanner } from './MovedBanner.js';
import { NextPollCard } from './NextPollCard.js';
import { RecentPolls } from './RecentPolls.js';
import { RecentPosts } from './RecentPosts.js';
import { SettingsCard } from './SettingsCard.js';
import { SourceActions } from './SourceActions.js';
import { StreakCard } from './StreakCard.js';
import styles from './source.module.css';
import { Timeline } from './timeline/Timeline.js';

export function SourcePage() {
  const { id } = useParams({ from: '/framed/sources/$id' });
  const { data: source, error } = useQuery(sourceQuery(id));
  if (source) return <Shown source={source} />;
  if (isMissing(error)) return <DeletedSource id={id} />;
  return error ? <p role="alert">{errorWords(error)}</p> : null;
}

function Shown({ source }: { source: Source }) {
  useTitle(source.name);
  const { data: session } = useQuery(sessionQuery);
  const { data: feed = null } = useQuery(feedQuery(session, source.id));
  const { data: policies } = useQuery(policiesQuery);
  const [isEditing, setEditing] = useState(false);
  const now = useNow();
  const status = shownStatus(source);
  const verdict = policies && verdictOf(source, policies, feed, now);
  return (
    <>
      <Link to="/sources" className={styles.crumb}>
        <Icon name="back" />
        Sources
      </Link>
      <div className={styles.title}>
        <div>
          <h1>{source.name}</h1>
          <p className="mono">
            {source.feedUrl ? (
              <a href={source.feedUrl} target="_blank" rel="noreferrer">
                {source.feedUrl}
              </a>
            ) : (
              'no address yet'
            )}
          </p>
        </div>
        <SourceActions source={source} onEdit={() => setEditing(true)} />
      </div>
      {verdict && (
        <section className={styles.verdict} data-status={status} aria-label="Verdict">
          <Shape status={status} size={20} />
          <div>
            <p>{verdict.title}</p>
            <p>{verdict.detail}</p>
          </div>
        </section>
      )}
      <MovedBanner source={source} />
      <Card title="Polls" aside={feed ? 'the last 50 · tall green: new posts' : 'as source-manager knows it'}>
        <Timeline source={source} polls={feed?.recentPolls ?? null} now={now} />
      </Card>
      <div className={styles.two}>
        <div>
          {feed && <RecentPolls polls={feed.recentPolls} now={now} />}
          <AuditTrail id={source.id} now={now} />
          <RecentPosts id={source.id} now={now} />
        </div>
        <div>
          {policies && <StreakCard source={source} policies={policies} feed={feed} />}
          {policies && <NextPollCard source={source} policies={policies} feed={feed} now={now} />}
          {policies && (
            <SettingsCard source={source} policies={policies} now={now} onEdit={() => setEditing(true)} />
          )}
        </div>
      </div>
      {isEditing && policies && (
        <EditDialog source={source} policies={policies} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
