import type { ImportedEntry, ImportProgress, ImportReport } from '@feedwarden/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { errorWords } from '../api/clients.js';
import { buttonClass, Card } from '../parts/controls.js';
import { useTitle } from '../parts/use-title.js';
import { counted, formatNumber } from '../words/times.js';
import styles from './import.module.css';
import { importOpml } from './import-opml.js';
import { Refusals } from './Refusals.js';

type State =
  | { step: 'choose'; error: unknown }
  | { step: 'working'; progress: ImportProgress | null }
  | { step: 'done'; report: ImportReport };

/** The import, with progress; then what was refused, and why. */
export function ImportPage() {
  useTitle('Import OPML');
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ step: 'choose', error: null });

  async function run(file: File) {
    setState({ step: 'working', progress: null });
    try {
      const report = await importOpml(file, {
        onProgress: (progress) => setState({ step: 'working', progress }),
      });
      setState({ step: 'done', report });
    } catch (error) {
      setState({ step: 'choose', error });
    }
    void queries.resetQueries({ queryKey: ['sources'] });
    void queries.invalidateQueries();
  }

  return (
    <>
      <h1 className={styles.title}>Import OPML</h1>
      {state.step === 'choose' && <Choose error={state.error} onFile={(file) => void run(file)} />}
      {state.step === 'working' && <Working progress={state.progress} />}
      {state.step === 'done' && <Done report={state.report} />}
    </>
  );
}

function Choose({ error, onFile }: { error: unknown; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  }
  return (
    <>
      {error !== null && <p role="alert">{errorWords(error)}</p>}
      <label
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <b>Drop an OPML file here, or choose one</b>
        <span>
          Every feed reader exports its list as one. A feed that is a source already is left as it is.
        </span>
        <input
          type="file"
          accept=".opml,.xml,text/x-opml,text/xml,application/xml"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onFile(file);
          }}
        />
      </label>
    </>
  );
}

function Working({ progress }: { progress: ImportProgress | null }) {
  return (
    <Card>
      <div className={styles.inside}>
        <p role="status">
          {progress
            ? `Importing: ${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
            : 'Reading the file…'}
        </p>
        <progress
          aria-label="Progress"
          {...(progress && { value: progress.done, max: Math.max(1, progress.total) })}
        />
        <p className="muted">What was added stays, even if this page is closed before it is done.</p>
      </div>
    </Card>
  );
}

function Done({ report }: { report: ImportReport }) {
  return (
    <>
      <Card title="Done">
        <div className={styles.inside}>
          <p role="status">
            <b>{counted(report.added, 'source').replace(/^one/, 'One')} added</b>,{' '}
            {formatNumber(report.known)} known, {formatNumber(report.invalid)} refused.
          </p>
          {report.truncated && (
            <p role="alert">The file ends before it is complete: some feeds may be missing.</p>
          )}
          <div className={styles.buttons}>
            <Link to="/sources" search={{ sort: '-createdAt' }} className={buttonClass('primary')}>
              Show the newest
            </Link>
            <Link to="/" className={buttonClass()}>
              Overview
            </Link>
          </div>
        </div>
      </Card>
      <Refusals entries={refused(report)} />
    </>
  );
}

const refused = ({ entries }: ImportReport): ImportedEntry[] =>
  entries.filter(({ result }) => result === 'invalid');
