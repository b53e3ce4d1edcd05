import styles from './activity.module.css';

const WORDS: Record<string, string> = {
  consecutiveFailures: 'Failures in a row',
  typeStreak: 'Of this type in a row',
  permanentStreak: 'Permanent in a row',
  errorType: 'Type',
  code: 'Code',
  statusCode: 'HTTP status',
  error: 'Error',
  movedFrom: 'From',
  movedTo: 'To',
};

/** The facts behind a decision, as they were then. They come from elsewhere, and are text. */
export function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  const facts = Object.entries(evidence).filter(([, value]) => value !== null && value !== undefined);
  if (facts.length === 0) return null;
  return (
    <details className={styles.evidence}>
      <summary>Evidence</summary>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{WORDS[name] ?? name}</dt>
            <dd className="mono">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
