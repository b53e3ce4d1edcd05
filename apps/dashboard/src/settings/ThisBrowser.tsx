import { keySettings, switchKeys } from '../frame/keys.js';
import { chooseTheme, type Theme, themeChoice } from '../frame/theme.js';
import { Card } from '../parts/controls.js';
import { useStore } from '../parts/store.js';
import styles from './settings.module.css';

const THEMES: [Theme, string][] = [
  ['system', "The system's"],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** What is kept in this browser only. */
export function ThisBrowser() {
  const { theme } = useStore(themeChoice);
  const { on } = useStore(keySettings);
  return (
    <Card title="This browser">
      <div className={styles.form}>
        <fieldset>
          <legend>Theme</legend>
          {THEMES.map(([name, word]) => (
            <label key={name}>
              <input type="radio" name="theme" checked={theme === name} onChange={() => chooseTheme(name)} />
              {word}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Keys</legend>
          <label>
            <input type="checkbox" checked={on} onChange={(event) => switchKeys(event.target.checked)} />
            Single keys act at once, such as <kbd>p</kbd> to poll
          </label>
        </fieldset>
      </div>
    </Card>
  );
}
