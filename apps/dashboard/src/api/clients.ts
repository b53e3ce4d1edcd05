import { crawlerRoutes, sourceManagerRoutes } from 'virtual:api-routes';
import { ApiError, type CallApi, createCallApi, type MethodsOf, methodsOf } from '@feedwarden/client/browser';
import type { crawlerApi, ServiceApi, sourceManagerApi } from '@feedwarden/contracts';

/** A cookie is sent by the browser itself; this header shows that the page made the request, not another site. */
export const PAGE_HEADERS = { 'x-feedwarden': 'dashboard' };

export const sourceManagerCalls = createCallApi('source-manager', {
  baseUrl: location.origin,
  headers: PAGE_HEADERS,
  retry: { retries: 2 },
});

/** source-manager, a method for each operation. */
export const sourceManager: MethodsOf<typeof sourceManagerApi> = methodsOf(
  areaOf<typeof sourceManagerApi>(sourceManagerRoutes),
  withoutSchemas(sourceManagerCalls),
);

export type Crawler = MethodsOf<typeof crawlerApi>;

/** The crawler is another origin: it gets a short-lived token, which is never stored. */
export function createCrawler(
  baseUrl: string,
  askToken: () => Promise<{ token: string; expiresAt: string }>,
): { crawler: Crawler; calls: CallApi } {
  let current: Promise<{ token: string; expiresAt: string }> | null = null;
  let renewAt = 0;
  const token = async () => {
    if (!current || Date.now() >= renewAt) {
      current = askToken();
      renewAt = Date.now() + 60_000;
      current.then(
        ({ expiresAt }) => {
          renewAt = Date.parse(expiresAt) - 30_000;
        },
        () => {
          current = null;
        },
      );
    }
    return (await current).token;
  };
  const calls = createCallApi('crawler', {
    baseUrl,
    token,
    tokenRefused: () => {
      current = null;
      return true;
    },
    retry: { retries: 1 },
  });
  return {
    crawler: methodsOf(areaOf<typeof crawlerApi>(crawlerRoutes), withoutSchemas(calls)),
    calls,
  };
}

/** The server has checked what it sends; the page trusts its own server and saves itself the schemas. */
function withoutSchemas(calls: CallApi): CallApi {
  return {
    ...calls,
    json: (request, _schema, options) => calls.read(request, (response) => response.json(), options),
  };
}

function areaOf<Api extends ServiceApi>(rows: object): Api {
  return { title: '', description: '', areas: { all: rows } } as unknown as Api;
}

/** What went wrong, in a sentence for people. */
export function errorWords(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.problem?.errors?.map(({ field, message }) => `${field} ${message}`).join('; ');
    if (error.status === 403) return `You may not do this: ${error.message}.`;
    return fields ? `${capital(fields)}.` : `${capital(error.message).replace(/\.$/, '')}.`;
  }
  return `${capital(error instanceof Error ? error.message : String(error))}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
