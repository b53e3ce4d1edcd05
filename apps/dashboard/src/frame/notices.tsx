import { useEffect } from 'react';
import { errorWords } from '../api/clients.js';
import { Button } from '../parts/controls.js';
import { createStore, useStore } from '../parts/store.js';
import styles from './frame.module.css';
import { useKeys } from './keys.js';

interface Notice {
  id: number;
  text: string;
  isFailure: boolean;
  undo: (() => void) | null;
}

const SHOWN_MS = 8000;
const notices = createStore<{ list: Notice[]; said: string }>({ list: [], said: '' });
let lastId = 0;

/** Says what was done, with a way back where there is one. */
export function notify(text: string, undo: (() => void) | null = null): void {
  show({ text, undo, isFailure: false });
}

export function notifyFailure(error: unknown): void {
  show({ text: errorWords(error), undo: null, isFailure: true });
}

/** For those who do not see the page: what changed by itself. */
export const announce = (said: string): void => notices.set({ said });

function show(notice: Omit<Notice, 'id'>): void {
  lastId += 1;
  const list = [...notices.get().list, { ...notice, id: lastId }].slice(-3);
  notices.set({ list, said: notice.text });
}

const dismiss = (id: number) => notices.set({ list: notices.get().list.filter((one) => one.id !== id) });

export function Notices() {
  const { list, said } = useStore(notices);
  const undo = (notice: Notice | undefined) => {
    if (!notice?.undo) return;
    dismiss(notice.id);
    notice.undo();
  };
  useKeys({ undo: () => undo(list.findLast((notice) => notice.undo)) });
  return (
    <>
      <p className="unseen" role="status">
        {said}
      </p>
      <div className={styles.notices}>
        {list.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} onUndo={() => undo(notice)} />
        ))}
      </div>
    </>
  );
}

function NoticeLine({ notice, onUndo }: { notice: Notice; onUndo: () => void }) {
  const { id, text, isFailure, undo } = notice;
  useEffect(() => {
    if (isFailure) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isFailure]);
  return (
    <div className={styles.notice} data-failure={isFailure || undefined}>
      <span>{text}</span>
      {undo && (
        <Button look="small" hint="u" onClick={onUndo}>
          Undo
        </Button>
      )}
      {isFailure && (
        <Button look="small" icon="close" onClick={() => dismiss(id)}>
          Close
        </Button>
      )}
    </div>
  );
}
