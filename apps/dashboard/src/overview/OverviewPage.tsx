import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { errorWords } from '../api/clients.js';
import { overviewQuery } from '../api/queries.js';
import { installationQuery } from '../api/session.js';
import { buttonClass } from '../parts/controls.js';
import { Icon } from '../parts/Icon.js';
import { useTitle } from '../parts/use-title.js';
import { headline } from '../words/headline.js';
import { ComingBack } from './ComingBack.js';
import { FleetCard } from './FleetCard.js';
import { Headline } from './Headline.js';
import { HostsInTrouble } from './HostsInTrouble.js';
import { JustHappened } from './JustHappened.js';
import { NeedsYou } from './NeedsYou.js';
import styles from './overview.module.css';
import { StatusStrip } from './StatusStrip.js';

const FirstRun = lazy(() => import('./FirstRun.js'));
const Story = lazy(() => import('./Story.js'));

/** Which feeds are broken, since when, why, and when next: in one look. */
export function OverviewPage() {
  const { data: overview, error } = useQuery(overviewQuery);
  const story = useQuery(installationQuery).data?.story;
  useTitle(overview ? headline(overview.total, overview.needsYou.total) : 'Overview');
  if (!overview) return error ? <p role="alert">{errorWords(error)}</p> : null;
  if (overview.total === 0)
    return (
      <Suspense>
        <FirstRun />
      </Suspense>
    );
  return (
    <>
      <div className={styles.hello}>
        <Headline overview={overview} />
        <Link to="/add" className={buttonClass('primary')}>
          <Icon name="add" />
          <span>Add a source</span>
        </Link>
      </div>
      <Suspense>{story && story.length > 0 && <Story story={story} />}</Suspense>
      <StatusStrip overview={overview} />
      <FleetCard overview={overview} />
      <div className={styles.two}>
        <NeedsYou needsYou={overview.needsYou} />
        <HostsInTrouble />
      </div>
      <div className={styles.two}>
        <JustHappened />
        <ComingBack />
      </div>
    </>
  );
}
