import type { Upcoming } from '@feedwarden/contracts';
import { useId } from 'react';
import { linearTicks } from '../horizon/time-scale.js';
import { ERRORS } from '../words/statuses.js';
import { formatNumber, weekday } from '../words/times.js';
import styles from './fleet.module.css';
import { type Point, roundSteps, stackedAreas } from './fleet-shape.js';

interface Props {
  width: number;
  points: readonly Point[];
  /** By the hour from now; null: the crawler does not answer. */
  upcoming: Upcoming['hours'] | null;
  now: Date;
  past: number;
}

const HOUR = 3_600_000;
const TOP = 18;
const BOTTOM = 28;
const GAP = 12;

export function FleetChart({ width, points, upcoming, now, past }: Props) {
  const hatch = useId();
  const isNarrow = width < 520;
  const height = isNarrow ? 200 : 236;
  const floor = height - BOTTOM;
  const areas = stackedAreas(points);
  const greatest = Math.max(0, ...(areas.at(-1)?.edges.map(({ high }) => high) ?? []));
  const steps = roundSteps(greatest);
  const most = Math.max(greatest * 1.06, 1);
  const left = 12 + 7 * formatNumber(steps.at(-1) ?? 1).length;
  const nowX = Math.round(width * (isNarrow ? 0.66 : 0.733));
  const x = (at: number) => left + (1 - (now.getTime() - at) / past) * (nowX - left);
  const y = (value: number) => floor - (value / most) * (floor - TOP);
  const ticks = linearTicks(-past / HOUR, 0, now, isNarrow ? 4 : 8);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`Sources in trouble, now ${greatest === 0 ? 'none' : formatNumber(areas.at(-1)?.edges.at(-1)?.high ?? 0)}, and polls due in the next 24 hours. The numbers are below, as table.`}
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" className={styles.hatch} />
        </pattern>
      </defs>
      {areas.map(({ type, edges }) => (
        <path
          key={type}
          fill={`var(--${ERRORS[type].colour})`}
          className={styles.area}
          d={`M${edges.map(({ at, high }) => `${round(x(at))} ${round(y(high))}`).join('L')}L${edges
            .toReversed()
            .map(({ at, low }) => `${round(x(at))} ${round(y(low))}`)
            .join('L')}Z`}
        />
      ))}
      {steps
        .filter((step) => step <= most)
        .map((step) => (
          <g key={step}>
            <path d={`M${left} ${y(step)}H${nowX}`} className={styles.grid} />
            <text x={left - 8} y={y(step) + 4} textAnchor="end">
              {formatNumber(step)}
            </text>
          </g>
        ))}
      {ticks
        .filter((hours) => x(now.getTime() + hours * HOUR) < nowX - 34)
        .map((hours) => {
          const at = new Date(now.getTime() + hours * HOUR);
          return (
            <g key={hours}>
              <path d={`M${x(at.getTime())} ${floor}v4`} className={styles.axis} />
              <text x={x(at.getTime())} y={height - 8} textAnchor="middle">
                {at.getHours() === 0 && at.getMinutes() === 0 ? weekday(at) : hourOf(at)}
              </text>
            </g>
          );
        })}
      <path d={`M${left} ${floor}H${width}`} className={styles.axis} />
      {upcoming && (
        <Bars
          hours={upcoming}
          from={nowX + GAP}
          to={width}
          floor={floor}
          hatch={hatch}
          every={isNarrow ? 2 : 1}
        />
      )}
      <path d={`M${nowX} 4V${floor}`} className={styles.now} />
      <text x={nowX} y={height - 8} textAnchor="middle" className={styles.strong}>
        now
      </text>
      {[6, 12, 24]
        .filter((hours) => !isNarrow || hours !== 6)
        .map((hours) => (
          <text
            key={hours}
            x={nowX + GAP + ((width - nowX - GAP) * hours) / 24}
            y={height - 8}
            textAnchor={hours === 24 ? 'end' : 'middle'}
          >
            +{hours} h
          </text>
        ))}
    </svg>
  );
}

interface BarsProps {
  hours: Upcoming['hours'];
  from: number;
  to: number;
  floor: number;
  hatch: string;
  /** Hours in a bar. */
  every: number;
}

function Bars({ hours, from, to, floor, hatch, every }: BarsProps) {
  const bars = Array.from({ length: Math.ceil(hours.length / every) }, (_, index) => {
    const taken = hours.slice(index * every, (index + 1) * every);
    return {
      at: taken[0]?.from ?? '',
      retries: taken.reduce((sum, hour) => sum + hour.retries, 0),
      probes: taken.reduce((sum, hour) => sum + hour.probes, 0),
    };
  });
  const slot = (to - from) / Math.max(1, bars.length);
  const unit = (floor - TOP - 22) / Math.max(1, ...bars.map(({ retries, probes }) => retries + probes));
  const peak = bars.reduce((best, bar) => (bar.probes > best.probes ? bar : best), {
    at: '',
    retries: 0,
    probes: 2,
  });
  const isFarLeft = bars.indexOf(peak) * slot < 60;
  return (
    <>
      {bars.map(({ at, retries, probes }, index) => (
        <g key={at}>
          {retries > 0 && (
            <rect
              x={from + index * slot + 1}
              y={floor - retries * unit}
              width={Math.max(2, slot - 3)}
              height={retries * unit}
              rx="1.5"
              className={styles.retries}
            />
          )}
          {probes > 0 && (
            <rect
              x={from + index * slot + 1}
              y={floor - (retries + probes) * unit}
              width={Math.max(2, slot - 3)}
              height={probes * unit}
              rx="1.5"
              fill={`url(#${hatch})`}
              className={styles.probes}
            />
          )}
        </g>
      ))}
      {peak.at !== '' && (
        <text
          x={Math.min(from + (bars.indexOf(peak) + 0.5) * slot + 2, to - (isFarLeft ? 112 : 60))}
          y={floor - (peak.retries + peak.probes) * unit - 8}
          textAnchor={isFarLeft ? 'start' : 'middle'}
          className={styles.strong}
        >
          {peak.probes} probes at {hourOf(new Date(peak.at))}
        </text>
      )}
    </>
  );
}

const round = (value: number) => value.toFixed(1);
const hourOf = (at: Date) =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
