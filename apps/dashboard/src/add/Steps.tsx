import type { Discovery, DiscoveryStep } from '@feedwarden/contracts';
import { counted } from '../words/times.js';
import styles from './add.module.css';

interface Props {
  given: string;
  steps: DiscoveryStep[];
  /** null: the crawler is still at work. */
  discovery: Discovery | null;
}

/** The requests of the crawler so far, as they happen; at the end, what it found. */
export function Steps({ given, steps, discovery }: Props) {
  const redirects = discovery?.redirects ?? [];
  // The result names the redirects of the address itself one by one.
  const itself = redirects.length > 0 ? steps.find(wasRedirected) : undefined;
  return (
    <div role="log" aria-label="Steps">
      <ol className={styles.steps}>
        {steps.length === 0 && !discovery && (
          <li>
            <StepWords step={{ kind: 'asking', url: given }} />
          </li>
        )}
        {steps.map((step) =>
          step === itself ? (
            redirects.map(({ from, statusCode, to }) => (
              <li key={from}>
                {statusCode}: <Address url={from} /> leads to <Address url={to} />
              </li>
            ))
          ) : (
            <li key={step.url}>
              <StepWords step={step} />
            </li>
          ),
        )}
        {discovery && discovery.kind !== 'nothing' && (
          <li>
            <FoundWords discovery={discovery} />
          </li>
        )}
      </ol>
    </div>
  );
}

const wasRedirected = (step: DiscoveryStep) => step.kind === 'answered' && step.redirects > 0;

function StepWords({ step }: { step: DiscoveryStep }) {
  const { kind, url } = step;
  if (kind === 'asking')
    return (
      <>
        Asking <Address url={url} />…
      </>
    );
  if (step.finalUrl === null)
    return (
      <>
        <Address url={url} /> has nothing to read
      </>
    );
  if (step.redirects > 0)
    return (
      <>
        <Address url={url} /> leads to <Address url={step.finalUrl} />
      </>
    );
  return (
    <>
      <Address url={url} /> answered
    </>
  );
}

function FoundWords({ discovery: { kind, title, feeds } }: { discovery: Discovery }) {
  return (
    <>
      {kind === 'feed' ? 'A feed' : 'A page'}
      {title && (
        <>
          : <b>{title}</b>
        </>
      )}
      {kind === 'page' && `; ${feeds.length === 0 ? 'no feed' : counted(feeds.length, 'feed')} found`}
    </>
  );
}

const Address = ({ url }: { url: string }) => <span className="mono">{url}</span>;
