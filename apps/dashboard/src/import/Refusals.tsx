import type { ImportedEntry } from '@feedwarden/contracts';
import { Button, Card } from '../parts/controls.js';
import { formatNumber } from '../words/times.js';
import styles from './import.module.css';
import { refusalsCsv } from './refusals-csv.js';

const SHOWN = 200;

/** Which entries cannot be used, where they are in the file, and why. */
export function Refusals({ entries }: { entries: readonly ImportedEntry[] }) {
  if (entries.length === 0) return null;
  function download() {
    const url = URL.createObjectURL(new Blob([refusalsCsv(entries)], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'refused.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  return (
    <Card
      title={`Not usable: ${formatNumber(entries.length)}`}
      aside={
        <Button look="small" onClick={download}>
          As CSV
        </Button>
      }
      className={styles.refusals}
    >
      <section className={styles.scroll} aria-label="Entries that cannot be used">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Title and address</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, SHOWN).map(({ line, title, url, reason }) => (
              <tr key={`${line} ${url}`}>
                <td>{line}</td>
                <td>
                  {title || 'without a title'}
                  <span className="mono">{url}</span>
                </td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {entries.length > SHOWN && <p className={styles.rest}>All of them are in the CSV file.</p>}
    </Card>
  );
}
