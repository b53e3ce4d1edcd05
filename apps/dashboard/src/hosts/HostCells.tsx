import type { ErrorType, HostSummary } from '@feedwarden/contracts';
import { classes } from '../parts/controls.js';
import { ERROR_TYPES, ERRORS } from '../words/statuses.js';
import styles from './host-cells.module.css';

const MOST_CELLS = 72;

/** The error type that most of a host's feeds have; null: none of them fails. */
export function mainErrorOf({ byErrorType }: Pick<HostSummary, 'byErrorType'>): ErrorType | null {
  const [main] = ERROR_TYPES.toSorted((a, b) => byErrorType[b] - byErrorType[a]);
  return main && byErrorType[main] > 0 ? main : null;
}

/** A cell for each feed: filled fails, hatched waits, empty is well. Of many feeds, cells stand for a share. */
export function HostCells({ host }: { host: HostSummary }) {
  const { total, byStatus } = host;
  const scale = Math.min(1, MOST_CELLS / total);
  const cells = (count: number) => Math.ceil(count * scale);
  const bad = cells(byStatus.failing + byStatus.probing);
  const cool = cells(byStatus.cooling_down);
  const out = cells(byStatus.quarantined + byStatus.disabled);
  const well = Math.max(0, Math.min(total, MOST_CELLS) - bad - cool - out);
  const error = mainErrorOf(host);
  const fill = error ? `var(--${ERRORS[error].colour})` : 'var(--failing)';
  return (
    <span className={styles.cells} aria-hidden="true">
      {many(bad, (key) => (
        <i key={key} style={{ background: fill }} />
      ))}
      {many(cool, (key) => (
        <i key={key} className={styles.cool} />
      ))}
      {many(out, (key) => (
        <i key={key} className={styles.out} />
      ))}
      {many(well, (key) => (
        <i key={key} className={classes(styles.well)} />
      ))}
    </span>
  );
}

const many = <Item,>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
