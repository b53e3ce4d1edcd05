import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import styles from './dialog.module.css';

interface FieldProps {
  label: string;
  /** Below the field. */
  hint?: ReactNode;
  /** What is wrong with what was given. */
  wrong?: string | null | undefined;
}

export function TextField({
  label,
  hint,
  wrong,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.control}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={hint || wrong ? `${id}-more` : undefined}
        {...rest}
      />
      <More id={`${id}-more`} hint={hint} wrong={wrong} />
    </div>
  );
}

export function ChoiceField({
  label,
  hint,
  wrong,
  children,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.control}
        aria-describedby={hint || wrong ? `${id}-more` : undefined}
        {...rest}
      >
        {children}
      </select>
      <More id={`${id}-more`} hint={hint} wrong={wrong} />
    </div>
  );
}

function More({ id, hint, wrong }: Pick<FieldProps, 'hint' | 'wrong'> & { id: string }) {
  if (wrong)
    return (
      <p id={id} className={styles.wrong}>
        {wrong}
      </p>
    );
  return hint ? <small id={id}>{hint}</small> : null;
}

export const TwoFields = ({ children }: { children: ReactNode }) => (
  <div className={styles.two}>{children}</div>
);
