import { useTitle } from '../parts/use-title.js';
import { Credentials } from './Credentials.js';
import { Installation } from './Installation.js';
import { Logins } from './Logins.js';
import { Policies } from './Policies.js';
import styles from './settings.module.css';
import { ThisBrowser } from './ThisBrowser.js';
import { Webhooks } from './Webhooks.js';

const SECTIONS = [
  ['policies', 'Policies'],
  ['webhooks', 'Webhooks'],
  ['log-ins', 'Log-ins'],
  ['credentials', 'Credentials'],
  ['browser', 'This browser'],
  ['installation', 'This installation'],
] as const;

export function SettingsPage() {
  useTitle('Settings');
  return (
    <>
      <h1 className={styles.title}>Settings</h1>
      <div className={styles.page}>
        <nav aria-label="Settings">
          {SECTIONS.map(([id, word]) => (
            <a key={id} href={`#${id}`}>
              {word}
            </a>
          ))}
        </nav>
        <div className={styles.sections}>
          <section id="policies">
            <Policies />
          </section>
          <section id="webhooks">
            <Webhooks />
          </section>
          <section id="log-ins">
            <Logins />
          </section>
          <section id="credentials">
            <Credentials />
          </section>
          <section id="browser">
            <ThisBrowser />
          </section>
          <section id="installation">
            <Installation />
          </section>
        </div>
      </div>
    </>
  );
}
