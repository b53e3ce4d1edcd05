import type { FailurePolicies, FeedHistory, Source } from '@feedwarden/contracts';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Horizon } from '../horizon/Horizon.js';
import { classes, ErrorBadge } from '../parts/controls.js';
import { StatusMark } from '../parts/Shape.js';
import { StreakMark } from '../parts/StreakMark.js';
import { NEXT_POLL_REASONS } from '../words/next-poll.js';
import { oneLine } from '../words/one-line.js';
import { shownStatus } from '../words/statuses.js';
import { streakOf } from '../words/streak.js';
import { clock, span, untilWords } from '../words/times.js';
import styles from './sources.module.css';
import type { Selection } from './use-selection.js';

interface Props {
  source: Source;
  feed: FeedHistory | null;
  policies: FailurePolicies;
  now: Date;
  index: number;
  offset: number;
  horizonWidth: number;
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: Pick<Selection, 'toggle' | 'extend'>;
  onCurrent: (index: number) => void;
  /** For cards, which are as high as their text. */
  measure?: (element: HTMLElement | null) => void;
}

function Row(props: Props) {
  const { source, feed, now, index, offset, isCurrent, isSelected, onSelect, onCurrent, measure } = props;
  const tab = isCurrent ? 0 : -1;
  return (
    <div
      ref={measure}
      role="row"
      tabIndex={-1}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes(styles.row, isSelected && styles.selected, isCurrent && styles.current)}
      style={{ transform: `translateY(${offset}px)` }}
      onFocus={() => onCurrent(index)}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, input')) onCurrent(index);
        if (event.shiftKey) onSelect.extend(index);
      }}
    >
      <div role="gridcell">
        <input
          type="checkbox"
          tabIndex={tab}
          aria-label={`Select ${source.name}`}
          checked={isSelected}
          onChange={(event) => {
            if (!(event.nativeEvent as MouseEvent).shiftKey) onSelect.toggle(index);
          }}
        />
      </div>
      <div role="gridcell">
        <StatusMark status={shownStatus(source)} />
      </div>
      <div role="gridcell">
        <Link
          to="/sources/$id"
          params={{ id: source.id }}
          tabIndex={tab}
          className={classes('cut', styles.name)}
        >
          {source.name}
        </Link>
        <span className={classes('cut mono', styles.sub)}>{withoutScheme(source.feedUrl)}</span>
      </div>
      <div role="gridcell" className={styles.why}>
        <Why {...props} />
      </div>
      <div role="gridcell">
        <Since source={source} now={now} />
      </div>
      <div role="gridcell">
        <Horizon source={source} polls={feed?.recentPolls ?? null} width={props.horizonWidth} now={now} />
      </div>
      <div role="gridcell" className={styles.next}>
        <Next source={source} now={now} />
      </div>
    </div>
  );
}

export const SourceRow = memo(Row);

function Why({ source, feed, policies, now }: Props) {
  const streak = streakOf(source, policies, feed);
  const line = oneLine(source, now);
  const isTrouble = streak !== null && source.lastErrorType !== null && source.status !== 'healthy';
  return (
    <>
      {isTrouble && source.lastErrorType && (
        <span className={styles.badges}>
          <ErrorBadge type={source.lastErrorType} message={source.lastError} />
          <StreakMark streak={streak} />
        </span>
      )}
      {source.proposedFeedUrl && !isTrouble ? (
        <span className={classes('cut', styles.sub)}>has moved: an address is proposed</span>
      ) : (
        <span className={classes('cut', styles.sub)} title={line}>
          {line}
        </span>
      )}
    </>
  );
}

function Since({ source, now }: { source: Source; now: Date }) {
  const at = source.failingSince ?? source.quarantinedAt ?? source.feedDisabledAt;
  if (!at || source.status === 'healthy') return <span className="muted">–</span>;
  return (
    <>
      <b className={styles.strong}>{span(now.getTime() - Date.parse(at))}</b>
      <span className={classes('cut', styles.sub)}>{clock(new Date(at), now)}</span>
    </>
  );
}

function Next({ source, now }: { source: Source; now: Date }) {
  const isOut = ['disabled', 'quarantined', 'no_feed'].includes(source.status);
  const at = source.nextPollAt ?? (source.status === 'cooling_down' ? source.feedRetryAt : null);
  const reason = source.status === 'probing' ? 'probe' : reasonOf(source);
  return (
    <>
      <b className={isOut || !at ? 'muted' : styles.strong}>
        {isOut ? 'by hand' : at ? untilWords(new Date(at), now) : 'soon'}
      </b>
      <span className={classes('cut', styles.sub)}>{reason}</span>
    </>
  );
}

const reasonOf = ({ nextPollReason, status }: Source): string =>
  nextPollReason ? NEXT_POLL_REASONS[nextPollReason].short : status === 'no_feed' ? 'no address' : '';

const withoutScheme = (url: string | null): string => url?.replace(/^https?:\/\/(www\.)?/, '') ?? '';
