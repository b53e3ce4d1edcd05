import { Dialog } from '../parts/Dialog.js';
import { useStore } from '../parts/store.js';
import styles from './frame.module.css';
import { KEYS, keySettings, switchKeys } from './keys.js';

const GROUPS = [...new Set(Object.values(KEYS).map(({ group }) => group))];
const MOD = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { on } = useStore(keySettings);
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className={styles.keys}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {Object.values(KEYS)
                .filter((row) => row.group === group)
                .map(({ keys, does }) => (
                  <div key={does}>
                    <dt>
                      {keys.map((key) => (
                        <span key={key}>
                          <kbd>{written(key)}</kbd>
                        </span>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={styles.check}>
        <input type="checkbox" checked={on} onChange={(event) => switchKeys(event.target.checked)} />
        Single keys act at once. {MOD} K works either way.
      </label>
    </Dialog>
  );
}

const WRITTEN: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', X: '⇧ x', Escape: 'Esc' };
const written = (key: string) => WRITTEN[key] ?? key.replace('mod', MOD).replace(/ k$/, ' K');
