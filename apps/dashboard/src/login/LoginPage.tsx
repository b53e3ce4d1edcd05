import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorWords } from '../api/clients.js';
import { connection } from '../api/connection.js';
import { logIn, sessionQuery } from '../api/session.js';
import { Mark } from '../parts/Icon.js';
import { LoginCard } from './LoginCard.js';
import styles from './login.module.css';

/** The code is behind the `#`, where no log and no other site sees it; it is used once and leaves the address at once. */
function takeCode(): string {
  const code = location.pathname === '/login' ? location.hash.slice(1) : '';
  if (code) history.replaceState(history.state, '', '/login');
  return code;
}

export default function LoginPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location: { pathname } }) => pathname });
  const [state, setState] = useState<{ isTrying: boolean; refused: string | null }>({
    isTrying: location.hash !== '',
    refused: null,
  });

  async function enter() {
    connection.set({ isLoggedOut: false });
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (path === '/login') await navigate({ to: '/', replace: true });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the address that the page was opened at
  useEffect(() => {
    const tryCode = () => {
      const code = takeCode();
      if (!code) return;
      setState({ isTrying: true, refused: null });
      logIn({ code }).then(enter, (error: unknown) =>
        setState({ isTrying: false, refused: errorWords(error) }),
      );
    };
    tryCode();
    // Another link that is opened in this tab changes nothing but the part behind the `#`.
    addEventListener('hashchange', tryCode);
    return () => removeEventListener('hashchange', tryCode);
  }, []);

  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <h1>
          <Mark />
          Feedwarden
        </h1>
        {state.isTrying ? (
          <p role="status">Logging in…</p>
        ) : (
          <LoginCard key={state.refused} refused={state.refused} onDone={() => void enter()} />
        )}
      </section>
    </main>
  );
}
