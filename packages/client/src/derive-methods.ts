import type { Operation, OperationTable, QueryInput, ServiceApi } from '@feedwarden/contracts';
import type { z } from 'zod';
import type { ApiRequest, CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** Headers that a caller sets by an option: the version of a source, without the quotes, and a key of one's own. */
const HEADER_OPTIONS = {
  'If-Match': { option: 'version', write: (version: number) => `"${version}"` },
  'Idempotency-Key': { option: 'idempotencyKey', write: (key: string) => key },
} as const;
type HeaderName = keyof typeof HEADER_OPTIONS;

type HeadersOf<Row> = Row extends { headers: z.ZodObject<infer Shape> } ? keyof Shape & HeaderName : never;
type OptionsOf<Row> = CallOptions & {
  [Name in HeadersOf<Row> as (typeof HEADER_OPTIONS)[Name]['option']]?:
    | Parameters<(typeof HEADER_OPTIONS)[Name]['write']>[0]
    | undefined;
};

type ParamOf<Row> = Row extends { params: infer Params extends z.ZodObject }
  ? [id: z.input<Params>[keyof z.input<Params>]]
  : [];

type BodyOf<Row> = Row extends { body: { mediaTypes: readonly string[] } }
  ? [body: string | Uint8Array<ArrayBuffer>]
  : Row extends { body: { schema: infer Body extends z.ZodType } }
    ? undefined extends z.input<Body>
      ? [body?: z.input<Body>]
      : [body: z.input<Body>]
    : [];

type QueryOf<Row> = Row extends { query: infer Query extends z.ZodObject } ? [query?: QueryInput<Query>] : [];

type ResultOf<Row> = Row extends { answer: { schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : undefined;

/** The parameter of the path, the body and the query, as far as the row has them; then options. */
export type Method<Row> = (
  ...args: [...ParamOf<Row>, ...BodyOf<Row>, ...QueryOf<Row>, options?: OptionsOf<Row>]
) => Promise<ResultOf<Row>>;

type Merged<Tables> = (Tables extends unknown ? (tables: Tables) => void : never) extends (
  tables: infer All,
) => void
  ? All
  : never;
type Operations<Api extends ServiceApi> = Merged<Api['areas'][keyof Api['areas']]>;
export type MethodsOf<Api extends ServiceApi> = {
  [Id in keyof Operations<Api>]: Method<Operations<Api>[Id]>;
};

/** A method for every operation of a service: what it takes and what it resolves to follows from its row. */
export function methodsOf<Api extends ServiceApi>(service: Api, api: CallApi): MethodsOf<Api> {
  const rows = Object.values(service.areas).flatMap((table: OperationTable) => Object.entries(table));
  const methods: object = Object.fromEntries(rows.map(([id, row]) => [id, methodOf(row, api)]));
  return methods as MethodsOf<Api>;
}

function methodOf(row: Operation, api: CallApi) {
  const { schema, mediaType } = row.answer;
  return (...args: unknown[]): Promise<unknown> => {
    const rest = [...args];
    const param = row.params && String(rest.shift());
    const body = row.body && (rest.shift() ?? {});
    const query = row.query && rest.shift();
    const [options = {}] = rest as CallOptions[];
    const request = requestOf(row, param, { body, query, options });
    if (!schema) return api.nothing(request, options);
    return mediaType ? api.text(request, options) : api.json(request, schema, options);
  };
}

interface Input {
  body?: unknown;
  query?: unknown;
  options: CallOptions;
}

/** The request that an operation makes of its input; `param` takes the place of the one that its path names. */
export function requestOf(row: Operation, param: string | undefined, input: Input): ApiRequest {
  const { body, query, options } = input;
  return {
    method: row.method,
    path: row.path.replace(/:\w+/, encodeURIComponent(param ?? '')),
    needsToken: row.scope !== null,
    isRepeatable: row.changesNothing,
    timeoutMs: row.slowSeconds && row.slowSeconds * 1000,
    query: query as object | undefined,
    headers: headersOf(row, options),
    ...(row.body?.mediaTypes ? { content: contentOf(body, row.body.mediaTypes) } : { body }),
  };
}

function headersOf(row: Operation, options: object): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, { option, write }] of Object.entries(HEADER_OPTIONS)) {
    const value = (options as Record<string, unknown>)[option];
    if (row.headers?.shape[name] && value !== undefined) headers[name] = write(value as never);
  }
  return headers;
}

/** Text always goes out in UTF-8. Bytes are in the character set that they declare. */
function contentOf(body: unknown, [type = '']: readonly string[]): ApiRequest['content'] {
  const data = body as string | Uint8Array<ArrayBuffer>;
  return { type: typeof data === 'string' ? `${type}; charset=utf-8` : type, data };
}
