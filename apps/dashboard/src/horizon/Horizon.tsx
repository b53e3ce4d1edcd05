import { memo, useId } from 'react';
import { colourOf } from '../parts/Shape.js';
import { ERRORS } from '../words/statuses.js';
import styles from './horizon.module.css';
import { type DrawnPoll, type DrawnSource, horizonMarks, horizonWords } from './horizon-marks.js';
import { AXIS_TICKS, logScale } from './log-scale.js';

const HEIGHT = 30;
const MID = HEIGHT / 2;

interface Props {
  source: DrawnSource & { lastError: string | null };
  polls: readonly DrawnPoll[] | null;
  width: number;
  now: Date;
}

/** Past, now and next of one feed on one line. Calm is a line, trouble is marks, a ring is the next poll. */
export const Horizon = memo(function Horizon({ source, polls, width, now }: Props) {
  const hatch = useId();
  const scale = logScale(width);
  const here = scale(0);
  const { status, calm, stored, fails, band, next } = horizonMarks(source, polls, scale, now);
  return (
    <svg
      className={styles.horizon}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={horizonWords(source, now)}
    >
      {AXIS_TICKS.map(({ hours }) => (
        <path key={hours} d={`M${scale(hours)} ${MID - 3}v6`} className={styles.tick} />
      ))}
      <path d={`M0 ${MID}H${here}`} className={styles.base} />
      {calm && (
        <path d={`M${calm.from} ${MID}H${Math.max(calm.to, calm.from + 2)}`} className={styles.calm} />
      )}
      {stored.map((x) => (
        <path key={x} d={`M${x} ${MID}v-6`} className={styles.stored} />
      ))}
      {band && <Hatched id={hatch} from={band.from} to={band.to} mid={MID} height={12} />}
      {fails.map(({ x, type }) => (
        <rect
          key={x}
          x={x - 1.5}
          y={MID - 10}
          width="3"
          height="20"
          rx="1"
          fill={`var(--${ERRORS[type].colour})`}
        />
      ))}
      {next !== null && !band && <path d={`M${here} ${MID}H${next - 4}`} className={styles.wait} />}
      <path d={`M${here} 2V${HEIGHT - 2}`} className={styles.now} />
      {next === null ? (
        <path d={`M${here + 5} ${MID - 5}v10`} className={styles.stop} />
      ) : (
        <circle cx={next} cy={MID} r="4" className={styles.next} color={colourOf(status)} />
      )}
    </svg>
  );
});

/** A cooldown. */
export function Hatched({
  id,
  from,
  to,
  mid,
  height,
}: {
  id: string;
  from: number;
  to: number;
  mid: number;
  height: number;
}) {
  return (
    <>
      <defs>
        <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" className={styles.hatch} />
        </pattern>
      </defs>
      <rect
        x={from}
        y={mid - height / 2}
        width={Math.max(to - from, 0)}
        height={height}
        fill={`url(#${id})`}
      />
    </>
  );
}

/** The axis that all rows share. */
export function HorizonAxis({ width }: { width: number }) {
  const scale = logScale(width);
  return (
    <svg className={styles.axis} viewBox={`0 0 ${width} 16`} width={width} height="16" aria-hidden="true">
      {AXIS_TICKS.map(({ hours, word }, index) => (
        <text
          key={hours}
          x={scale(hours)}
          y="12"
          textAnchor={index === 0 ? 'start' : index === AXIS_TICKS.length - 1 ? 'end' : 'middle'}
          className={hours === 0 ? styles.nowWord : undefined}
        >
          {word}
        </text>
      ))}
    </svg>
  );
}
