import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../api/clients.js';
import { logIn } from '../api/session.js';
import { Button } from '../parts/controls.js';
import { TextField } from '../parts/fields.js';
import styles from './login.module.css';

interface Props {
  onDone: () => void;
  /** Why the link that was opened did not do. */
  refused?: string | null;
}

/** A log-in by code, or by token where another service gives them out. */
export function LoginCard({ onDone, refused = null }: Props) {
  const queries = useQueryClient();
  const [wrong, setWrong] = useState<string | null>(refused);
  const [isWaiting, setWaiting] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('secret') ?? '').trim();
    if (!given) return setWrong('Give the code of a log-in link, or a token.');
    setWaiting(true);
    try {
      await logInWith(given);
      await queries.invalidateQueries();
      onDone();
    } catch (error) {
      setWrong(errorWords(error));
    } finally {
      setWaiting(false);
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>
        Open the link that <code>npm start</code> printed, or get a new one: <code>feedwarden login</code>. In
        containers: <code>docker compose exec source-manager feedwarden login</code>.
      </p>
      <TextField
        label="Code, link or token"
        name="secret"
        type="password"
        autoComplete="off"
        spellCheck={false}
        wrong={wrong}
        onChange={() => setWrong(null)}
      />
      <Button type="submit" look="primary" disabled={isWaiting}>
        Log in
      </Button>
    </form>
  );
}

/** A whole link, its code, or a token: both are signed; only what they are for differs. */
function logInWith(given: string) {
  const code = given.includes('#') ? given.slice(given.indexOf('#') + 1) : given;
  return logIn(isLoginCode(code) ? { code } : { token: code });
}

function isLoginCode(text: string): boolean {
  const [, payload = ''] = text.split('.');
  try {
    const { aud } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { aud?: unknown };
    return [aud].flat().some((one) => String(one).endsWith('-login'));
  } catch {
    return true;
  }
}
