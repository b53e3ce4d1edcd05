import { notify } from '../frame/notices.js';
import { keepViews, savedViews } from '../frame/views.js';
import { Disclosure, itemClass } from '../parts/Disclosure.js';
import { useStore } from '../parts/store.js';
import { cleaned, type SourceSearch } from './source-search.js';
import styles from './sources.module.css';

const LONGEST = 40;

/** Gives what is shown a name, which then stands in the sidebar. */
export function SaveView({ search }: { search: SourceSearch }) {
  const { list } = useStore(savedViews);
  const current = list.find((view) => JSON.stringify(view.search) === JSON.stringify(search));
  if (Object.keys(search).length === 0) return null;
  return (
    <Disclosure label={current ? current.name : 'Save view'}>
      {(close) => (
        <form
          className={styles.hostForm}
          onSubmit={(event) => {
            event.preventDefault();
            const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
            if (!name) return;
            saveView(name, search);
            notify(`The view ${name} is saved in this browser.`, () => forgetView(name));
            close();
          }}
        >
          <input name="name" aria-label="Name of the view" placeholder="Name" maxLength={LONGEST} />
          <button type="submit" className={itemClass}>
            Save
          </button>
          {current && (
            <button
              type="button"
              className={itemClass}
              onClick={() => {
                forgetView(current.name);
                notify(`The view ${current.name} is gone.`, () => saveView(current.name, current.search));
                close();
              }}
            >
              Forget {current.name}
            </button>
          )}
        </form>
      )}
    </Disclosure>
  );
}

const MOST = 20;

/** Under a name that is taken, the new view replaces the old one. */
function saveView(name: string, search: SourceSearch): void {
  keepViews([...allBut(name), { name, search: cleaned(search) }].slice(-MOST));
}

const forgetView = (name: string): void => keepViews(allBut(name));
const allBut = (name: string) => savedViews.get().list.filter((view) => view.name !== name);
