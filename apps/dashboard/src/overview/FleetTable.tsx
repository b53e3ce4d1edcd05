import type { ErrorType, Upcoming } from '@feedwarden/contracts';
import { ERRORS } from '../words/statuses.js';
import { clock, formatNumber } from '../words/times.js';
import styles from './fleet.module.css';
import type { Point } from './fleet-shape.js';

interface Props {
  points: readonly Point[];
  upcoming: Upcoming['hours'] | null;
  now: Date;
  types: ErrorType[];
}

const ROWS = 12;

/** The chart in numbers, for those who do not see it, or want to know exactly. */
export default function FleetTable({ points, upcoming, now, types }: Props) {
  const every = Math.max(1, Math.floor(points.length / ROWS));
  const rows = points.toReversed().filter((_, index) => index % every === 0);
  return (
    <section className={styles.scroll} aria-label="The chart as table">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {types.map((type) => (
              <th key={type} scope="col">
                {ERRORS[type].word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, byErrorType }, index) => (
            <tr key={at}>
              <th scope="row">{index === 0 ? 'now' : clock(new Date(at), now)}</th>
              {types.map((type) => (
                <td key={type}>{formatNumber(byErrorType[type])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {upcoming && (
        <table>
          <thead>
            <tr>
              <th scope="col">Due from</th>
              <th scope="col">Retries</th>
              <th scope="col">Probes</th>
            </tr>
          </thead>
          <tbody>
            {upcoming
              .filter(({ retries, probes }) => retries + probes > 0)
              .map(({ from, retries, probes }) => (
                <tr key={from}>
                  <th scope="row">{clock(new Date(from), now)}</th>
                  <td>{formatNumber(retries)}</td>
                  <td>{formatNumber(probes)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
