import { gzipSync } from 'node:zlib';
import { type Operation, SCOPES, type Scope, type ServiceApi } from '@feedwarden/contracts';
import { z } from 'zod';
import { BAD_IDS, BAD_JSON, BAD_MEDIA_TYPES, JUNK_VALUES } from './junk.js';
import type { RawRequest } from './send-request.js';

export interface MalformedRequest extends RawRequest {
  given: string;
  operation: Operation;
  /** Of the token; null: no token. */
  scopes: readonly Scope[] | null;
  /** The expected status; several where it depends on which mistake is found first. */
  status: number | number[];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const JSON_TYPE = { 'content-type': 'application/json' };

/** For every route of a service the requests that are wrong in exactly one way. */
export function malformedRequests(api: ServiceApi): MalformedRequest[] {
  const operations = Object.values(api.areas).flatMap((table) => Object.values(table));
  return operations.flatMap((operation) => [
    ...badMethods(operation, operations),
    ...(operation.scope ? badTokens(operation) : []),
    ...(operation.params ? badIds(operation) : []),
    ...(operation.query ? badQueries(operation) : []),
    ...(operation.body && !operation.body.mediaTypes ? badBodies(operation) : []),
  ]);
}

/** The first example of the row, which is valid. */
function goodRequest(operation: Operation): Omit<MalformedRequest, 'given' | 'status'> {
  const [example] = Object.values(operation.examples);
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => example?.params?.[name] ?? name);
  const query = new URLSearchParams(example?.query).toString();
  return {
    operation,
    method: operation.method.toUpperCase(),
    path: query ? `${path}?${query}` : path,
    headers: { ...(operation.body && JSON_TYPE), ...example?.headers },
    ...(operation.body && { body: JSON.stringify(example?.body ?? {}) }),
    scopes: operation.scope && SCOPES,
  };
}

const name = (operation: Operation) => `${operation.method.toUpperCase()} ${operation.path}`;

function badMethods(operation: Operation, all: Operation[]): MalformedRequest[] {
  const good = goodRequest(operation);
  const matches = ({ path }: Operation) =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(good.path.split('?')[0] ?? '');
  const known = new Set(all.filter(matches).map(({ method }) => method.toUpperCase()));
  return METHODS.filter((method) => !known.has(method)).map((method) => ({
    ...good,
    method,
    given: `${method} for ${name(operation)}`,
    status: 405,
  }));
}

function badTokens(operation: Operation): MalformedRequest[] {
  const good = goodRequest(operation);
  const others = SCOPES.filter((scope) => scope !== operation.scope);
  return [
    { ...good, given: `${name(operation)} without a token`, scopes: null, status: 401 },
    { ...good, given: `${name(operation)} with every scope but its own`, scopes: others, status: 403 },
  ];
}

function badIds(operation: Operation): MalformedRequest[] {
  const good = goodRequest(operation);
  return BAD_IDS.map(({ id, status }) => ({
    ...good,
    path: operation.path.replace(/:\w+/, id),
    given: `${name(operation)} with the id ${id.slice(0, 40)}`,
    status,
  }));
}

function badQueries(operation: Operation): MalformedRequest[] {
  const good = goodRequest(operation);
  const schema = operation.query as z.ZodObject;
  const with_ = (query: string) => ({ ...good, path: `${good.path.split('?')[0]}?${query}`, status: 400 });
  const perParameter = Object.keys(schema.shape).flatMap((parameter) => {
    const values = JUNK_VALUES.filter((value) => !schema.safeParse({ [parameter]: String(value) }).success);
    return values.slice(0, 3).map((value) => ({
      ...with_(`${parameter}=${encodeURIComponent(String(value))}`),
      given: `${name(operation)} with ${parameter}=${String(value).slice(0, 30)}`,
    }));
  });
  const cursors =
    'cursor' in schema.shape
      ? ['x', 'e30', 'bnVsbA', '%00', Buffer.from('[1e99,{}]').toString('base64url')]
      : [];
  return [
    ...perParameter,
    ...cursors.map((cursor) => ({
      ...with_(`cursor=${cursor}`),
      given: `${name(operation)} with the cursor ${cursor}`,
      ...(operation.params && { status: [400, 404] }),
    })),
    { ...with_('colour=red'), given: `${name(operation)} with an unknown parameter` },
    { ...with_('__proto__=x'), given: `${name(operation)} with __proto__ as a parameter` },
  ];
}

function badBodies(operation: Operation): MalformedRequest[] {
  const good = goodRequest(operation);
  const { body: text = '{}' } = good;
  const limit = operation.body?.limit === undefined ? 110_000 : 9_000_000;
  const bad = (given: string, change: Partial<MalformedRequest>): MalformedRequest => ({
    ...good,
    status: 400,
    ...change,
    given: `${name(operation)} with ${given}`,
    headers: { ...good.headers, ...change.headers },
  });
  return [
    ...BAD_JSON.map(({ given, body }) => bad(given, { body })),
    ...BAD_MEDIA_TYPES.map((type) =>
      bad(`the type ${type}`, { headers: { 'content-type': type }, status: 415 }),
    ),
    bad('too long a body', { body: `{"a":"${'x'.repeat(limit)}"}`, status: 413 }),
    bad('a zip bomb', {
      body: gzipSync(`[${' '.repeat(limit)}]`),
      headers: { 'content-encoding': 'gzip' },
      status: 413,
    }),
    bad('half a zip', { body: gzipSync(text).subarray(0, 15), headers: { 'content-encoding': 'gzip' } }),
    bad('an unknown encoding', { headers: { 'content-encoding': 'rot13' }, status: 415 }),
    ...badFields(operation).map(({ field, value }) =>
      bad(`${field} as ${JSON.stringify(value).slice(0, 30)}`, {
        body: JSON.stringify({ ...JSON.parse(String(text)), [field]: value }),
      }),
    ),
  ];
}

/** For each field the values that its schema rejects, and an unknown field. */
function badFields(operation: Operation): { field: string; value: unknown }[] {
  const schema = operation.body?.schema ?? z.never();
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const good: object = JSON.parse(String(goodRequest(operation).body));
  const known = Object.keys(properties).flatMap((field) => {
    const values = JUNK_VALUES.filter((value) => !schema.safeParse({ ...good, [field]: value }).success);
    return values.slice(0, 4).map((value) => ({ field, value }));
  });
  return [...known, { field: 'colour', value: 'red' }];
}
