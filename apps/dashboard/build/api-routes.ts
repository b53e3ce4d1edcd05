import { crawlerApi, type Operation, type ServiceApi, sourceManagerApi } from '@feedwarden/contracts';
import type { Plugin } from 'vite';

const NAME = 'virtual:api-routes';

/** Areas that a page has no use for. */
const FOR_OTHERS = ['For crawlers', 'Articles', 'System', 'Documentation'] as const;
export type PageApi<Api extends ServiceApi> = Omit<Api, 'areas'> & {
  areas: Omit<Api['areas'], (typeof FOR_OTHERS)[number]>;
};

/**
 * The routes of both services as plain data: what the page needs of the contracts' tables to call them. The schemas stay
 * behind, and zod with them; their types are checked when the page is compiled.
 */
export function apiRoutes(): Plugin {
  return {
    name: 'api-routes',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) =>
      id === `\0${NAME}`
        ? `export const sourceManagerRoutes = ${routesOf(sourceManagerApi)};\nexport const crawlerRoutes = ${routesOf(crawlerApi)};`
        : null,
  };
}

function routesOf({ areas }: ServiceApi): string {
  const kept = Object.entries(areas).filter(([area]) => !(FOR_OTHERS as readonly string[]).includes(area));
  const rows = kept.flatMap(([, table]) => Object.entries(table));
  return JSON.stringify(Object.fromEntries(rows.map(([id, row]) => [id, plain(row)])));
}

function plain(row: Operation) {
  const { method, path, scope, changesNothing, slowSeconds, params, query, headers, body, answer } = row;
  return {
    method,
    path,
    // Only whether one is needed.
    scope: scope && 1,
    ...(changesNothing && { changesNothing }),
    ...(slowSeconds && { slowSeconds }),
    ...(params && { params: 1 }),
    ...(query && { query: 1 }),
    ...(headers && { headers: { shape: flags(Object.keys(headers.shape)) } }),
    ...(body && { body: body.mediaTypes ? { mediaTypes: body.mediaTypes } : 1 }),
    answer: { ...(answer.schema && { schema: 1 }), ...(answer.mediaType && { mediaType: answer.mediaType }) },
  };
}

const flags = (names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
