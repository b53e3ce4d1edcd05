import type { Streak } from '../words/streak.js';
import { classes } from './controls.js';
import styles from './streak.module.css';

/** `6 of 10`, with a pip for each. */
export function StreakMark({ streak }: { streak: Streak }) {
  const { have, of } = streak;
  if (of === null)
    return (
      <span className={styles.streak} title={streak.atLimit}>
        <b>{have}</b> <span className="muted">in a row</span>
      </span>
    );
  return (
    <span className={styles.streak} title={streak.atLimit}>
      <b>{have}</b> <span className="muted">of {of}</span>
      {of <= 10 && <Pips have={have} of={of} />}
    </span>
  );
}

export function Pips({ have, of, wide = false }: { have: number; of: number; wide?: boolean }) {
  const full = have >= of && !wide;
  return (
    <span
      className={classes(styles.pips, wide && styles.pipsWide, full && styles.pipsFull)}
      aria-hidden="true"
    >
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pips are alike and never move
        <i key={index} className={index < have ? styles.pipOn : undefined} />
      ))}
    </span>
  );
}
