import type { Overview } from '@feedwarden/contracts';
import { Link } from '@tanstack/react-router';
import { useNow } from '../parts/store.js';
import { headline } from '../words/headline.js';
import { formatNumber, spanInWords } from '../words/times.js';
import styles from './overview.module.css';

/** A crawler asks for changes every few seconds. */
const SILENT_MS = 3 * 60_000;

/** First what needs a person; then what is tried again without one. */
export function Headline({ overview }: { overview: Overview }) {
  const now = useNow();
  const { total, needsYou, reports, byStatus } = overview;
  const seenAt = reports.crawlerSeenAt ?? reports.lastAt;
  const silentMs = seenAt ? Date.parse(overview.at) - Date.parse(seenAt) : null;
  const drift = Math.max(0, now.getTime() - Date.parse(overview.at));
  return (
    <div>
      <h1 className={styles.say}>
        {needsYou.total > 0 ? (
          <Link to="/sources" search={{ needs_you: true }}>
            {headline(total, needsYou.total)}
          </Link>
        ) : (
          headline(total, 0)
        )}
      </h1>
      {silentMs === null || silentMs > SILENT_MS ? (
        <p className={styles.late} role="alert">
          {silentMs === null
            ? 'No crawler has been heard of yet: nothing is polled.'
            : `No crawler has been heard of for ${spanInWords(silentMs + drift)}: nothing is polled, and what you see may no longer be so.`}
        </p>
      ) : (
        <p className={styles.rest}>
          <Rest overview={overview} inTrouble={inTrouble(byStatus) - needsYou.total} />
        </p>
      )}
    </div>
  );
}

function Rest({ overview, inTrouble }: { overview: Overview; inTrouble: number }) {
  const { needsYou, byStatus, neverPolled, retriedWithinHour } = overview;
  const healthy = byStatus.healthy - neverPolled;
  const fresh = neverPolled > 0 ? ` ${feeds(neverPolled)} ${neverPolled === 1 ? 'is' : 'are'} new.` : '';
  if (inTrouble <= 0 && needsYou.total === 0)
    return `${feeds(healthy)} ${healthy === 1 ? 'is' : 'are'} well; the next trouble will stand here.${fresh}`;
  if (inTrouble <= 0) return `Nothing else is in trouble. ${feeds(healthy)} are well.${fresh}`;
  const soon =
    retriedWithinHour > 0
      ? `, ${retriedWithinHour === inTrouble ? (inTrouble === 1 ? '' : 'all ') : `${formatNumber(retriedWithinHour)} of them `}in the next hour`
      : '';
  return (
    <>
      <Link to="/sources" search={{ status: 'failing,cooling_down,probing' }}>
        {formatNumber(inTrouble)} {needsYou.total > 0 ? 'more' : inTrouble === 1 ? 'feed' : 'feeds'}
      </Link>{' '}
      {inTrouble === 1 ? 'is' : 'are'} in trouble and will be tried again without you{soon}.{fresh}
    </>
  );
}

const feeds = (count: number) => `${formatNumber(count)} ${count === 1 ? 'feed' : 'feeds'}`;

/** Those that fail, and those that wait or are probed: what is out by hand is nobody's trouble. */
export const inTrouble = ({ failing, cooling_down, probing, quarantined }: Overview['byStatus']): number =>
  failing + cooling_down + probing + quarantined;
