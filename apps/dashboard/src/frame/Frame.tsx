import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { connection } from '../api/connection.js';
import { isRefused, overviewQuery } from '../api/queries.js';
import { sessionQuery } from '../api/session.js';
import { Icon, type IconName, Mark } from '../parts/Icon.js';
import { useStore } from '../parts/store.js';
import { formatNumber } from '../words/times.js';
import styles from './frame.module.css';
import { listenToKeys, useKeys } from './keys.js';
import { LiveCorner } from './LiveCorner.js';
import { useLiveChanges } from './live.js';
import { Notices } from './notices.js';
import { SavedViews } from './SavedViews.js';
import { TroubleBar } from './TroubleBar.js';

const loadPalette = () => import('./palette/Palette.js');
const Palette = lazy(loadPalette);
const KeysDialog = lazy(() => import('./KeysDialog.js'));
const LoginPage = lazy(() => import('../login/LoginPage.js'));
const LoginAgain = lazy(() => import('../login/LoginAgain.js'));

const PAGES = [
  { to: '/', icon: 'overview', word: 'Overview' },
  { to: '/sources', icon: 'sources', word: 'Sources' },
  { to: '/hosts', icon: 'hosts', word: 'Hosts' },
  { to: '/activity', icon: 'activity', word: 'Activity' },
  { to: '/settings', icon: 'settings', word: 'Settings' },
] as const satisfies { to: string; icon: IconName; word: string }[];

export function Frame() {
  const session = useQuery(sessionQuery);
  if (session.data) return <OpenFrame />;
  if (isRefused(session.error))
    return (
      <Suspense>
        <LoginPage />
      </Suspense>
    );
  return (
    <main className={styles.waiting}>
      {session.error && (
        <p role="status">
          source-manager does not answer. This page tries again by itself.
          <Retry again={session.refetch} />
        </p>
      )}
    </main>
  );
}

function Retry({ again }: { again: () => unknown }) {
  useEffect(() => {
    const timer = setInterval(() => void again(), 3000);
    return () => clearInterval(timer);
  }, [again]);
  return null;
}

function OpenFrame() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const { isLoggedOut } = useStore(connection);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const go = (to: (typeof PAGES)[number]['to']) => () => void navigate({ to });
  useEffect(listenToKeys, []);
  // What is typed right after its key must not be lost.
  useEffect(() => void setTimeout(loadPalette, 2000), []);
  useLiveChanges();
  useKeys({
    find: () => setOpen('palette'),
    help: () => setOpen('keys'),
    goOverview: go('/'),
    goSources: go('/sources'),
    goHosts: go('/hosts'),
    goActivity: go('/activity'),
    goSettings: go('/settings'),
    add: () => void navigate({ to: '/add' }),
    import: () => void navigate({ to: '/import' }),
  });
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Side onFind={() => setOpen('palette')} onKeys={() => setOpen('keys')} />
      <header className={styles.top}>
        <Link to="/" className={styles.brand}>
          <Mark />
          <b>Feedwarden</b>
        </Link>
        <button type="button" aria-label="Find a feed, a host, a page" onClick={() => setOpen('palette')}>
          <Icon name="search" />
        </button>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <TroubleBar />
        <Outlet />
      </main>
      <nav className={styles.tabs} aria-label="Pages">
        <PageLinks />
      </nav>
      <Notices />
      <Suspense>
        {open === 'keys' && <KeysDialog onClose={close} />}
        {open === 'palette' && <Palette onClose={close} />}
        {isLoggedOut && <LoginAgain onDone={() => connection.set({ isLoggedOut: false })} />}
      </Suspense>
    </div>
  );
}

function Side({ onFind, onKeys }: { onFind: () => void; onKeys: () => void }) {
  return (
    <aside className={styles.side} aria-label="Feedwarden">
      <Link to="/" className={styles.brand} aria-label="Feedwarden">
        <Mark />
        <b>Feedwarden</b>
      </Link>
      <button type="button" className={styles.find} onClick={onFind}>
        <Icon name="search" />
        <span>Find a feed…</span>
        <kbd>{/Mac/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label="Main">
        <PageLinks />
      </nav>
      <SavedViews />
      <LiveCorner onKeys={onKeys} />
    </aside>
  );
}

function PageLinks() {
  const { data } = useQuery(overviewQuery);
  const counts: Record<string, number | undefined> = {
    '/sources': data?.total,
  };
  return PAGES.map(({ to, icon, word }) => (
    <Link
      key={to}
      to={to}
      className={styles.page}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={icon} />
      <span>{word}</span>
      {counts[to] !== undefined && <em>{formatNumber(counts[to])}</em>}
    </Link>
  ));
}
