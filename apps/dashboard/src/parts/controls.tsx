import type { ErrorType } from '@feedwarden/contracts';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { ERRORS, errorCode } from '../words/statuses.js';
import { Icon, type IconName } from './Icon.js';
import styles from './parts.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'small' | 'bare';
  icon?: IconName;
  /** The key that does the same. */
  hint?: string | undefined;
}

export function Button({ look, icon, hint, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classes(styles.button, look && styles[look], className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
      {hint && (
        <span aria-hidden="true">
          <kbd>{hint}</kbd>
        </span>
      )}
    </button>
  );
}

/** How a link looks like a button: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (look?: 'primary' | 'small' | 'bare') =>
  classes(styles.button, look && styles[look]);

export function Card({
  title,
  aside,
  children,
  className,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <section className={classes(styles.card, className)}>
      {title && (
        <div className={styles.cardHead}>
          <h2>{title}</h2>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** The code of an error, with its colour beside it. */
export function ErrorBadge({
  type,
  message,
  code,
}: {
  type: ErrorType;
  message?: string | null;
  code?: string;
}) {
  return (
    <span className={styles.badge} title={ERRORS[type].word}>
      <i style={{ background: `var(--${ERRORS[type].colour})` }} />
      {code ?? errorCode(type, message ?? null)}
    </span>
  );
}

export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
