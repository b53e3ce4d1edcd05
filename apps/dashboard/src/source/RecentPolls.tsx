import type { PastPoll } from '@feedwarden/contracts';
import { useState } from 'react';
import { Button, Card, ErrorBadge } from '../parts/controls.js';
import { Shape } from '../parts/Shape.js';
import { size, took } from '../words/amounts.js';
import { ERRORS } from '../words/statuses.js';
import { clock, counted } from '../words/times.js';
import { decisionWords } from './decision-words.js';
import styles from './source.module.css';

const FIRST = 6;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function RecentPolls({ polls, now }: { polls: readonly PastPoll[]; now: Date }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? polls : polls.slice(0, FIRST);
  return (
    <Card title="Recent polls" aside={`times of ${ZONE}`}>
      {polls.length === 0 ? (
        <p className={styles.calm}>It has not been polled yet.</p>
      ) : (
        <section className={styles.scroll} aria-label="Recent polls">
          <table className={styles.polls}>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Outcome</th>
                <th scope="col">Answer</th>
                <th scope="col">Took</th>
                <th scope="col">Bytes</th>
                <th scope="col">Then</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((poll) => (
                <tr key={poll.at}>
                  <td className="nowrap">{clock(new Date(poll.at), now)}</td>
                  <td>
                    <Outcome poll={poll} />
                  </td>
                  <td>
                    <Answer poll={poll} />
                  </td>
                  <td className="nowrap">{took(poll.durationMs)}</td>
                  <td className="nowrap">{size(poll.bytes)}</td>
                  <td className="muted">{decisionWords(poll.decision)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {polls.length > FIRST && (
        <Button look="bare" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Fewer' : `All ${polls.length} →`}
        </Button>
      )}
    </Card>
  );
}

function Outcome({ poll }: { poll: PastPoll }) {
  const { outcome, newPosts, emptyEntries } = poll;
  const isGood = outcome !== 'failed';
  const words = !isGood ? 'Failed' : newPosts > 0 ? counted(newPosts, 'new post') : 'Unchanged';
  return (
    <span className={styles.outcome} data-failed={!isGood || undefined}>
      <Shape status={isGood ? 'healthy' : 'failing'} size={12} />
      {words}
      {emptyEntries > 0 && <small>{counted(emptyEntries, 'entry', 'entries')} empty</small>}
    </span>
  );
}

function Answer({ poll }: { poll: PastPoll }) {
  const { statusCode, errorType, code } = poll;
  if (errorType)
    return (
      <ErrorBadge
        type={errorType}
        code={statusCode >= 400 ? String(statusCode) : (code ?? ERRORS[errorType].code)}
      />
    );
  return <span className="mono">{statusCode || '–'}</span>;
}
