import type { FailurePolicies, FeedState, Source } from '@feedwarden/contracts';
import { Card } from '../parts/controls.js';
import { Pips } from '../parts/StreakMark.js';
import { streakOf } from '../words/streak.js';
import styles from './source.module.css';

interface Props {
  source: Source;
  policies: FailurePolicies;
  feed: FeedState | null;
}

const MOST_SEGMENTS = 40;

/** How far it is from the limit of its policy, and what starts the count anew. */
export function StreakCard({ source, policies, feed }: Props) {
  const streak = streakOf(source, policies, feed);
  const policy = source.failurePolicy ?? policies.default;
  return (
    <Card
      title="The streak"
      aside={
        <>
          policy <b>{policy}</b>
        </>
      }
    >
      <div className={styles.meter}>
        {streak ? (
          <>
            <p>
              <b>{streak.of === null ? streak.have : `${streak.have} of ${streak.of}`}</b> {streak.counts}.{' '}
              {streak.atLimit}
            </p>
            {streak.of !== null && streak.of <= MOST_SEGMENTS && (
              <Pips have={Math.min(streak.have, streak.of)} of={streak.of} wide />
            )}
            <p>{streak.resets}</p>
          </>
        ) : (
          <p>No failure in a row.</p>
        )}
      </div>
    </Card>
  );
}
