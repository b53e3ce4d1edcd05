import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, classes } from './controls.js';
import styles from './dialog.module.css';
import type { IconName } from './Icon.js';

interface Props {
  label: ReactNode;
  /** For a button that shows an icon only. */
  name?: string;
  icon?: IconName;
  look?: 'small' | 'bare';
  alignRight?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a panel below itself; Escape, a click elsewhere or leaving it closes it. */
export function Disclosure({ label, name, icon, look, alignRight = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const host = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (!host.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    host.current?.querySelector('button')?.focus();
  };
  return (
    <span
      ref={host}
      className={styles.panelHost}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !host.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Button
        {...(look && { look })}
        {...(icon && { icon })}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={name}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={id} className={classes(styles.panel, alignRight && styles.panelRight)}>
          {children(close)}
        </div>
      )}
    </span>
  );
}

export const itemClass = styles.item;
export const countClass = styles.count;
