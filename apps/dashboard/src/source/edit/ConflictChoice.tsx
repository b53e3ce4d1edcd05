import type { Source } from '@feedwarden/contracts';
import { useState } from 'react';
import { Button } from '../../parts/controls.js';
import { Dialog } from '../../parts/Dialog.js';
import { useNow } from '../../parts/store.js';
import { span } from '../../words/times.js';
import styles from '../source.module.css';
import type { Conflict } from './edit-fields.js';

interface Props {
  theirs: Source;
  conflicts: Conflict[];
  /** The names of the fields that stay as they were given here. */
  onChoose: (keepMine: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Somebody else was faster: their values beside yours, field by field. */
export function ConflictChoice({ theirs, conflicts, onChoose, onClose }: Props) {
  const now = useNow();
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const keep = (name: string, isMine: boolean) => {
    const next = new Set(mine);
    if (isMine) next.add(name);
    else next.delete(name);
    setMine(next);
  };
  const ago = span(Math.max(0, now.getTime() - Date.parse(theirs.updatedAt)));
  return (
    <Dialog
      title={`Changed by somebody else ${ago} ago`}
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep theirs, discard mine</Button>
          <Button look="primary" onClick={() => onChoose(mine)}>
            Save this choice
          </Button>
        </>
      }
    >
      {conflicts.length === 0 ? (
        <p>They have changed other settings than you: yours can be saved on top.</p>
      ) : (
        conflicts.map(({ field, mine: own, theirs: other }) => (
          <fieldset key={field.name} className={styles.choice}>
            <legend>{field.label}</legend>
            <label>
              <input
                type="radio"
                name={field.name}
                checked={!mine.has(field.name)}
                onChange={() => keep(field.name, false)}
              />
              <span>
                theirs: <b>{other || 'nothing'}</b>
              </span>
            </label>
            <label>
              <input
                type="radio"
                name={field.name}
                checked={mine.has(field.name)}
                onChange={() => keep(field.name, true)}
              />
              <span>
                yours: <b>{own || 'nothing'}</b>
              </span>
            </label>
          </fieldset>
        ))
      )}
    </Dialog>
  );
}
