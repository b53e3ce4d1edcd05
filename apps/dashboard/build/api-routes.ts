import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crawlerApi, type Operation, type ServiceApi, sourceManagerApi } from '@feedwarden/contracts';
import type { Plugin } from 'vite';

const NAME = 'virtual:api-routes';

/**
 * The routes of both services as plain data: what the page needs of the contracts' tables to call them, and only those
 * that it calls. The schemas stay behind, and zod with them; their types are checked when the page is compiled.
 */
export function apiRoutes(): Plugin {
  let sources = '';
  return {
    name: 'api-routes',
    configResolved: ({ root }) => {
      sources = join(root, 'src');
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => {
      if (id !== `\0${NAME}`) return null;
      const called = calledIn(sources);
      return `export const sourceManagerRoutes = ${routesOf(sourceManagerApi, called)};\nexport const crawlerRoutes = ${routesOf(crawlerApi, called)};`;
    },
  };
}

/** The names of all that is called as a method. */
function calledIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const calls = files.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\.(\w+)\(/g)]);
  return new Set(calls.map(([, name = '']) => name));
}

function routesOf({ areas }: ServiceApi, called: ReadonlySet<string>): string {
  const rows = Object.values(areas).flatMap((table) => Object.entries(table));
  const kept = rows.filter(([id]) => called.has(id));
  return JSON.stringify(Object.fromEntries(kept.map(([id, row]) => [id, plain(row)])));
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
