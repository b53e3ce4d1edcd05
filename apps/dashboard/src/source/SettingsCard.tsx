import type { FailurePolicies, Source } from '@feedwarden/contracts';
import type { ReactNode } from 'react';
import { Button, Card } from '../parts/controls.js';
import { Facts } from '../parts/Facts.js';
import { SOURCE_TYPE_WORDS } from '../sources/source-search.js';
import { calendarDay, span } from '../words/times.js';

interface Props {
  source: Source;
  policies: FailurePolicies;
  now: Date;
  onEdit: () => void;
}

export function SettingsCard({ source, policies, now, onEdit }: Props) {
  const { type, pollIntervalMinutes, pollDelaySeconds, maxBackoffHours, maxFailures, aggregate } = source;
  const limit = policies.default === 'typed' || source.failurePolicy === 'typed' ? null : maxFailures;
  return (
    <Card
      title="Settings"
      aside={
        <Button look="bare" hint="e" onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <Facts
        facts={[
          ['Type', SOURCE_TYPE_WORDS[type]],
          ['Interval', pollIntervalMinutes ? span(pollIntervalMinutes * 60_000) : byDefault("the crawler's")],
          [
            'Longest pause',
            maxBackoffHours
              ? span(maxBackoffHours * 3_600_000)
              : byDefault(span(policies.maxBackoffHours * 3_600_000)),
          ],
          ...(pollDelaySeconds === null ? [] : [['Delay at its host', `${pollDelaySeconds} s`] as const]),
          ...(limit === null ? [] : [['Limit', `${limit} failures`] as const]),
          ['Policy', source.failurePolicy ?? byDefault(policies.default)],
          ...(source.articleSelector
            ? [['Article links', <code key="selector">{source.articleSelector}</code>] as const]
            : []),
          ...(aggregate === null ? [] : [['Posts', aggregate ? 'as one digest' : 'one by one'] as const]),
          ['Owner', source.ownerId],
          ['Added', calendarDay(new Date(source.createdAt), now)],
        ]}
      />
    </Card>
  );
}

const byDefault = (value: ReactNode) => (
  <>
    {value} <span className="muted">default</span>
  </>
);
