import type { ImportedEntry, ImportProgress, ImportReport } from '@feedwarden/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { errorWords } from '../api/clients.js';
import { Button, buttonClass, Card } from '../parts/controls.js';
import { useTitle } from '../parts/use-title.js';
import { counted, formatNumber } from '../words/times.js';
import styles from './import.module.css';
import { importOpml } from './import-opml.js';
import { Refusals } from './Refusals.js';

type State =
  | { step: 'choose'; error: unknown }
  | { step: 'working'; file: File; isTrial: boolean; progress: ImportProgress | null }
  | { step: 'tried'; file: File; report: ImportReport }
  | { step: 'done'; report: ImportReport };

/** First what the file would bring; then the import, with progress; then what was refused, and why. */
export function ImportPage() {
  useTitle('Import OPML');
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ step: 'choose', error: null });

  async function run(file: File, isTrial: boolean) {
    setState({ step: 'working', file, isTrial, progress: null });
    try {
      const onProgress = (progress: ImportProgress) => setState({ step: 'working', file, isTrial, progress });
      const report = await importOpml(file, { dryRun: isTrial, onProgress });
      setState(isTrial ? { step: 'tried', file, report } : { step: 'done', report });
    } catch (error) {
      setState({ step: 'choose', error });
    }
    if (isTrial) return;
    void queries.resetQueries({ queryKey: ['sources'] });
    void queries.invalidateQueries();
  }

  return (
    <>
      <h1 className={styles.title}>Import OPML</h1>
      {state.step === 'choose' && <Choose error={state.error} onFile={(file) => void run(file, true)} />}
      {state.step === 'working' && <Working {...state} />}
      {state.step === 'tried' && (
        <Tried
          report={state.report}
          name={state.file.name}
          onImport={() => void run(state.file, false)}
          onOther={() => setState({ step: 'choose', error: null })}
        />
      )}
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
          Every feed reader exports its list as one. Nothing is added before you have seen what is in it.
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

function Working({
  isTrial,
  progress,
  file,
}: {
  isTrial: boolean;
  progress: ImportProgress | null;
  file: File;
}) {
  return (
    <Card>
      <div className={styles.inside}>
        <p role="status">
          {isTrial ? `Reading ${file.name}…` : 'Importing…'}{' '}
          {progress && `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`}
        </p>
        <progress
          aria-label="Progress"
          {...(progress && { value: progress.done, max: Math.max(1, progress.total) })}
        />
        {!isTrial && (
          <p className="muted">Keep this page open until it is done. What was added stays in any case.</p>
        )}
      </div>
    </Card>
  );
}

interface TriedProps {
  report: ImportReport;
  name: string;
  onImport: () => void;
  onOther: () => void;
}

function Tried({ report, name, onImport, onOther }: TriedProps) {
  const { added, known, invalid, truncated } = report;
  return (
    <>
      <Card title={name}>
        <div className={styles.inside}>
          <p>
            <b>{counted(added + known + invalid, 'feed').replace(/^one/, 'One')}</b>: {formatNumber(added)}{' '}
            new, {formatNumber(known)} known, {formatNumber(invalid)} not usable.
          </p>
          {truncated && <p role="alert">The file ends before it is complete: some feeds may be missing.</p>}
          <div className={styles.buttons}>
            <Button look="primary" disabled={added === 0} onClick={onImport}>
              Import {formatNumber(added)}
            </Button>
            <Button onClick={onOther}>Choose another file</Button>
          </div>
        </div>
      </Card>
      <Refusals entries={refused(report)} />
    </>
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
