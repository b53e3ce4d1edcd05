import { Dialog } from '../parts/Dialog.js';
import { useStore } from '../parts/store.js';
import { KEYS, type KeyName, keySettings, switchKeys } from './keys.js';
import styles from './keys.module.css';

/** In the order of the dialog. A key without words does not compile. */
const WORDS: Record<KeyName, { does: string; group: string }> = {
  find: { does: 'find a feed, host, page or action', group: 'Everywhere' },
  search: { does: 'search in this list', group: 'Everywhere' },
  goOverview: { does: 'go to Overview', group: 'Everywhere' },
  goSources: { does: 'go to Sources', group: 'Everywhere' },
  goHosts: { does: 'go to Hosts', group: 'Everywhere' },
  goActivity: { does: 'go to Activity', group: 'Everywhere' },
  goSettings: { does: 'go to Settings', group: 'Everywhere' },
  add: { does: 'add a source', group: 'Everywhere' },
  import: { does: 'import OPML', group: 'Everywhere' },
  undo: { does: 'undo the last action', group: 'Everywhere' },
  help: { does: 'show all keys', group: 'Everywhere' },
  next: { does: 'next row', group: 'Lists' },
  previous: { does: 'previous row', group: 'Lists' },
  open: { does: 'open', group: 'Lists' },
  select: { does: 'select', group: 'Lists' },
  selectTo: { does: 'select to here', group: 'Lists' },
  selectAll: { does: 'select all of the filter', group: 'Lists' },
  changes: { does: 'show waiting changes', group: 'Lists' },
  clear: { does: 'clear the selection, close', group: 'Lists' },
  poll: { does: 'poll now', group: 'A source' },
  toggle: { does: 'disable or enable', group: 'A source' },
  edit: { does: 'edit', group: 'A source' },
};
const NAMES = Object.keys(WORDS) as KeyName[];
const GROUPS = [...new Set(NAMES.map((name) => WORDS[name].group))];
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
              {NAMES.filter((name) => WORDS[name].group === group).map((name) => (
                <div key={name}>
                  <dt>
                    {KEYS[name].map((key) => (
                      <span key={key}>
                        <kbd>{written(key)}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{WORDS[name].does}</dd>
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
