import type { FailurePolicies, FeedState, Source } from '@feedwarden/contracts';
import { Card } from '../parts/controls.js';
import { Facts } from '../parts/Facts.js';
import { explainNextPoll } from '../words/next-poll.js';

interface Props {
  source: Source;
  policies: FailurePolicies;
  feed: FeedState | null;
  now: Date;
}

/** When, because of what, and the arithmetic of it. */
export function NextPollCard({ source, policies, feed, now }: Props) {
  const lines = explainNextPoll(source, feed, policies, null, now);
  return (
    <Card title="Next poll, and why then">
      <Facts
        facts={lines.map(({ label, text, sum }) => [
          label,
          <>
            {label === 'When' ? <b>{text}</b> : text} {sum && <span className="mono">{sum}</span>}
          </>,
        ])}
      />
    </Card>
  );
}
