import { queryOptions } from '@tanstack/react-query';
import { createCrawler, sourceManagerCalls } from './clients.js';

export interface Session {
  subject: string;
  scopes: string[];
  expiresAt: string;
  /** Where the page reaches the crawler. */
  crawlerUrl: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) =>
    sourceManagerCalls.read(
      { method: 'get', path: '/api/v1/logins/current', needsToken: false },
      (response) => response.json() as Promise<Session>,
      { signal },
    ),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** By the code of a link, or by a token. */
export function logIn(given: { code: string } | { token: string }): Promise<void> {
  return sourceManagerCalls.nothing({
    method: 'post',
    path: '/api/v1/logins',
    body: given,
    needsToken: false,
  });
}

export function logOut(): Promise<void> {
  return sourceManagerCalls.nothing({
    method: 'delete',
    path: '/api/v1/logins/current',
    needsToken: false,
  });
}

let known: { url: string; clients: ReturnType<typeof createCrawler> } | null = null;

/** The crawler of this session. */
export function crawlerOf({ crawlerUrl }: Session): ReturnType<typeof createCrawler> {
  if (known?.url !== crawlerUrl) {
    const askToken = () =>
      sourceManagerCalls.read(
        { method: 'post', path: '/api/v1/logins/current/token', needsToken: false, isRepeatable: true },
        (response) => response.json() as Promise<{ token: string; expiresAt: string }>,
      );
    known = { url: crawlerUrl, clients: createCrawler(crawlerUrl, askToken) };
  }
  return known.clients;
}

export interface Login {
  id: string;
  subject: string;
  createdAt: string;
  seenAt: string;
  userAgent: string | null;
  current: boolean;
}

const call = <Answer>(method: string, path: string): Promise<Answer> =>
  sourceManagerCalls.read(
    { method, path: `/api/v1/logins${path}`, needsToken: false },
    (response) => response.json() as Promise<Answer>,
  );
export const listLogins = () => call<{ items: Login[] }>('get', '');
export const endLogins = () => call<{ ended: number }>('delete', '');
export const endLogin = (id: string) =>
  sourceManagerCalls.nothing({ method: 'delete', path: `/api/v1/logins/${id}`, needsToken: false });
