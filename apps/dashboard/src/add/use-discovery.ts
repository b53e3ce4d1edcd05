import type { Discovery, DiscoveryStep } from '@feedwarden/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { crawlerOf, sessionQuery } from '../api/session.js';
import { discoverAloud } from './discover-aloud.js';

interface Look {
  steps: DiscoveryStep[];
  discovery: Discovery | null;
  error: unknown;
}

const NOTHING: Look = { steps: [], discovery: null, error: null };

/** Looks at an address while the caller is shown: leaving the page ends the look, at the crawler too. */
export function useDiscovery(url: string): Look {
  const { data: session } = useQuery(sessionQuery);
  const calls = session ? crawlerOf(session).calls : null;
  const [look, setLook] = useState(NOTHING);
  useEffect(() => {
    if (!calls) return;
    const left = new AbortController();
    const show = (change: Partial<Look>) => {
      if (!left.signal.aborted) setLook((before) => ({ ...before, ...change }));
    };
    setLook(NOTHING);
    discoverAloud(calls, url, { onSteps: (steps) => show({ steps }), signal: left.signal }).then(
      (discovery) => show({ discovery }),
      (error: unknown) => show({ error }),
    );
    return () => left.abort();
  }, [calls, url]);
  return look;
}
