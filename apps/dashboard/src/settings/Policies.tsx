import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { policiesQuery } from '../api/policies.js';
import { overviewQuery } from '../api/queries.js';
import { Card, ErrorBadge } from '../parts/controls.js';
import { ERROR_TYPES, ERRORS } from '../words/statuses.js';
import { formatNumber, spanInWords } from '../words/times.js';
import styles from './settings.module.css';

/** What failures lead to. Read-only: an operator sets it in a file. */
export function Policies() {
  const { data: policies } = useQuery(policiesQuery);
  const { data: overview } = useQuery(overviewQuery);
  if (!policies) return null;
  const { typed, permanent, quarantine } = policies;
  return (
    <Card title="Policies" aside={<>default: {policies.default}</>}>
      <p className={styles.note}>
        Set by the file that <code>FAILURE_POLICY_FILE</code> names and by <code>SOURCE_FAILURE_POLICY</code>.
        They apply after a restart of source-manager. A source can follow another policy of its own.
      </p>
      <section className={styles.scroll} aria-label="The policy typed">
        <table>
          <thead>
            <tr>
              <th scope="col">typed: failures in a row of</th>
              <th scope="col">Out of polling after</th>
              <th scope="col">For</th>
              <th scope="col">Feeds now</th>
            </tr>
          </thead>
          <tbody>
            {ERROR_TYPES.map((type) => {
              const { disableAfter, cooldownSeconds } = typed.rules[type];
              return (
                <tr key={type}>
                  <td>
                    <span className={styles.type}>
                      <ErrorBadge type={type} code={ERRORS[type].code} /> {ERRORS[type].word}
                    </span>
                  </td>
                  <td>{disableAfter ?? 'never'}</td>
                  <td>{disableAfter === null ? '–' : spanInWords(cooldownSeconds * 1000)}</td>
                  <td>
                    <Link to="/sources" search={{ error_type: type }}>
                      {overview ? formatNumber(overview.byErrorType[type]) : '–'}
                    </Link>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        <b>permanent</b>: {permanent.maxFailures} permanent failures in a row disable the source until a
        person enables it. <b>quarantine</b>: {quarantine.maxFailures} failures in a row of any type
        quarantine it. A failing feed is polled less and less often, every{' '}
        {spanInWords(policies.maxBackoffHours * 3_600_000)} at least.
      </p>
    </Card>
  );
}
