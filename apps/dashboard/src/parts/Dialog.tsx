import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, classes } from './controls.js';
import styles from './dialog.module.css';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons below; the last one is what Enter does in a form. */
  footer?: ReactNode;
  wide?: boolean;
  /** It cannot be closed: something has to be done first. */
  isFirm?: boolean;
}

/** Open as long as it is there. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, footer, wide = false, isFirm = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) {
      dialog.showModal();
      // What is to be filled in comes first, not the button that closes.
      dialog.querySelector<HTMLElement>('input, select, textarea')?.focus();
    }
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      className={classes(styles.dialog, wide && styles.wide)}
      onCancel={(event) => {
        event.preventDefault();
        if (!isFirm) onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current && !isFirm) onClose();
      }}
    >
      <div className={styles.inside}>
        <header>
          <h2 id={heading}>{title}</h2>
          {!isFirm && (
            <Button look="bare" icon="close" aria-label="Close" onClick={onClose}>
              {null}
            </Button>
          )}
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer>{footer}</footer>}
      </div>
    </dialog>
  );
}
