import type { PastPoll, Source } from '@feedwarden/contracts';
import { useId } from 'react';
import { horizonWords } from '../../horizon/horizon-marks.js';
import { hoursFrom, linearScale, linearTicks } from '../../horizon/time-scale.js';
import { colourOf } from '../../parts/Shape.js';
import { useWidth } from '../../parts/use-width.js';
import { ERRORS, errorCode, shownStatus } from '../../words/statuses.js';
import { clock, span, weekday } from '../../words/times.js';
import styles from '../source.module.css';
import { failureMarks, spanOf } from './timeline-shape.js';

interface Props {
  source: Source;
  /** null: the crawler does not answer. */
  polls: readonly PastPoll[] | null;
  now: Date;
}

const HEIGHT = 172;
const MID = 92;

/** One feed has room for true distances: time is linear here. */
export function Timeline({ source, polls, now }: Props) {
  const [box, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={box} className={styles.timeline}>
      {width > 0 && <Drawing source={source} polls={polls ?? []} now={now} width={width} />}
    </div>
  );
}

function Drawing({
  source,
  polls,
  now,
  width,
}: Omit<Props, 'polls'> & { polls: readonly PastPoll[]; width: number }) {
  const hatch = useId();
  const { from, to } = spanOf(source, polls, now);
  const scale = linearScale(width, from, to);
  const x = (at: string) => scale(hoursFrom(at, now));
  const here = scale(0);
  const status = shownStatus(source);
  const inSight = polls.filter(({ at }) => hoursFrom(at, now) >= from);
  const good = inSight.filter(({ outcome }) => outcome !== 'failed');
  const fails = failureMarks(inSight, source.consecutiveFailures, x);
  const isOut = ['disabled', 'quarantined', 'no_feed'].includes(status);
  const nextAt = source.nextPollAt ?? (status === 'cooling_down' ? source.feedRetryAt : null);
  const isCooling = (status === 'cooling_down' || status === 'probing') && source.feedDisabledAt !== null;
  const bandTo = isCooling ? (source.feedRetryAt ?? nextAt) : null;
  const nextX = nextAt && !isOut ? Math.max(x(nextAt), here + 12) : null;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`${horizonWords(source, now)}. The polls are below, as table.`}
    >
      <defs>
        <pattern id={hatch} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v8" className={styles.hatch} />
        </pattern>
      </defs>
      <path d={`M0 ${MID}H${width}`} className={styles.base} />
      {linearTicks(from, to, now, width < 520 ? 5 : 9).map((hours) => (
        <AxisTick key={hours} hours={hours} place={scale(hours)} now={now} here={here} width={width} />
      ))}
      {good.length > 0 && (
        <path
          d={`M${Math.min(...good.map(({ at }) => x(at)))} ${MID}H${Math.max(...good.map(({ at }) => x(at)))}`}
          className={styles.calm}
        />
      )}
      {good.map(({ at, newPosts }) => (
        <path
          key={at}
          d={`M${x(at)} ${MID}v${newPosts > 0 ? -Math.min(46, 12 + newPosts * 5) : -5}`}
          className={newPosts > 0 ? styles.stored : styles.unchanged}
        />
      ))}
      {bandTo && source.feedDisabledAt && (
        <>
          <rect
            x={x(source.feedDisabledAt)}
            y={MID - 12}
            width={Math.max(0, x(bandTo) - x(source.feedDisabledAt))}
            height="24"
            fill={`url(#${hatch})`}
          />
          <text
            x={clamp((Math.max(here, x(source.feedDisabledAt)) + x(bandTo)) / 2, 60, width - 60)}
            y={MID + 34}
            textAnchor="middle"
            className={styles.coolingWord}
          >
            {span(Date.parse(bandTo) - Date.parse(source.feedDisabledAt))} of cooldown
          </text>
        </>
      )}
      {fails.map(({ x: place, number, poll }) => (
        <g key={poll.at}>
          <rect
            x={place - 3}
            y={MID - 22}
            width="6"
            height="44"
            rx="2"
            fill={`var(--${ERRORS[poll.errorType ?? 'unexpected'].colour})`}
          />
          {number !== null && (
            <text x={place} y={MID + 40} textAnchor="middle" className={styles.strong}>
              {number}
            </text>
          )}
        </g>
      ))}
      {source.consecutiveFailures > 0 && fails[0] && source.lastErrorType && (
        <text
          x={clamp(
            (fails[Math.min(source.consecutiveFailures, fails.length) - 1]?.x ?? 0) - 3,
            0,
            width - 110,
          )}
          y={MID - 34}
          className={styles.strong}
        >
          {errorCode(source.lastErrorType, source.lastError)}
          {source.consecutiveFailures > 1 && `, ${source.consecutiveFailures} times`}
        </text>
      )}
      <path d={`M${here} 16V${HEIGHT - 26}`} className={styles.now} />
      <text x={clamp(here, 14, width - 14)} y={HEIGHT - 8} textAnchor="middle" className={styles.strong}>
        now
      </text>
      {nextX !== null && nextAt && (
        <>
          {!isCooling && <path d={`M${here} ${MID}H${nextX - 8}`} className={styles.wait} />}
          <circle cx={nextX} cy={MID} r="8" className={styles.next} color={colourOf(status)} />
          <text
            x={clamp(nextX, here + 70, width - 66)}
            y={MID - 34}
            textAnchor="middle"
            className={styles.strong}
          >
            {isCooling ? 'probe' : 'next'}, {clock(new Date(nextAt), now)}
          </text>
        </>
      )}
      {isOut && (
        <text x={Math.min(here + 10, width - 70)} y={MID - 8}>
          not polled
        </text>
      )}
    </svg>
  );
}

interface TickProps {
  hours: number;
  place: number;
  now: Date;
  here: number;
  width: number;
}

function AxisTick({ hours, place, now, here, width }: TickProps) {
  const at = new Date(now.getTime() + hours * 3_600_000);
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  const hasRoom = place > 18 && place < width - 18 && Math.abs(place - here) > 36;
  const time = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  return (
    <>
      <path d={`M${place} ${MID - 4}v8`} className={styles.tick} />
      {hasRoom && (
        <text x={place} y={HEIGHT - 8} textAnchor="middle">
          {isMidnight ? weekday(at) : time}
        </text>
      )}
    </>
  );
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most));
