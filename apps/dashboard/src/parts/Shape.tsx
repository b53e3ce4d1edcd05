import type { ReactNode } from 'react';
import { type ShownStatus, STATUSES } from '../words/statuses.js';
import styles from './parts.module.css';

/** A status is told by its shape first: its colours are too near to each other for some eyes. */
const SHAPES: Record<ShownStatus, ReactNode> = {
  healthy: <circle cx="7" cy="7" r="4.5" fill="currentColor" />,
  failing: <path d="M7 1.6 13 12.2H1Z" fill="currentColor" />,
  cooling_down: (
    <>
      <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M7 1.8a5.2 5.2 0 0 0 0 10.4Z" fill="currentColor" />
    </>
  ),
  probing: (
    <>
      <circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <circle cx="7" cy="7" r="2" fill="currentColor" />
    </>
  ),
  quarantined: (
    <>
      <path d="M4.2 1h5.6L13 4.2v5.6L9.8 13H4.2L1 9.8V4.2Z" fill="currentColor" />
      <path d="M4.2 7h5.6" stroke="var(--sheet)" strokeWidth="1.8" />
    </>
  ),
  disabled: (
    <>
      <rect
        x="1.8"
        y="1.8"
        width="10.4"
        height="10.4"
        rx="1.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
      />
      <path d="M4.5 7h5" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  no_feed: (
    <circle
      cx="7"
      cy="7"
      r="5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="2.4 2.2"
    />
  ),
  new: <circle cx="7" cy="7" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.6" />,
};

export const colourOf = (status: ShownStatus) => `var(--${STATUSES[status].colour})`;

export function Shape({ status, size = 14 }: { status: ShownStatus; size?: number }) {
  return (
    <svg
      className={styles.shape}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      color={colourOf(status)}
      aria-hidden="true"
    >
      {SHAPES[status]}
    </svg>
  );
}

/** Shape and word; `brief` leaves the word to those who cannot see the shape. */
export function StatusMark({ status, brief = false }: { status: ShownStatus; brief?: boolean }) {
  const { word, means } = STATUSES[status];
  return (
    <span className={styles.status} style={{ color: colourOf(status) }} title={`${word}: ${means}`}>
      <Shape status={status} />
      <span className={brief ? 'unseen' : 'status-word'}>{word}</span>
    </span>
  );
}
