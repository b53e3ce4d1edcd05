import type { Operation, OperationTable, Scope } from '@feedwarden/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import type { Caller } from '../auth/token-verifier.js';
import type { JsonText } from './send-json.js';

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Field<Row, Name extends string> = Row extends Record<Name, infer Value> ? Value : undefined;

/** An authorized request: everything that the row of its operation names is checked. */
export interface Call<Row extends Operation = Operation> {
  params: Read<Field<Row, 'params'>>;
  query: Read<Field<Row, 'query'>>;
  headers: Read<Field<Row, 'headers'>>;
  body: Read<Field<Field<Row, 'body'>, 'schema'>>;
  caller: Row['scope'] extends Scope ? Caller : undefined;
  /** For headers of the response. */
  response: Response;
}

type ResultOf<Row extends Operation> =
  Field<Row['answer'], 'schema'> extends infer Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The body of the response, or its JSON; a long text may come piece by piece. */
type Content<Row extends Operation> = ResultOf<Row> | JsonText | AsyncIterable<string>;

/** Returns the body of the response, whose status is in the row. */
export type Handle<Row extends Operation> = (call: Call<Row>) => Content<Row> | Promise<Content<Row>>;

export interface Route {
  operation: Operation;
  handle(call: unknown): unknown;
}

/** An operation without a handler does not compile, nor a handler without an operation. */
export function routesOf<Table extends OperationTable>(
  table: Table,
  handlers: NoInfer<{ [Id in keyof Table]: Handle<Table[Id]> }>,
): Route[] {
  return Object.entries(table).map(([id, operation]) => ({
    operation,
    handle: handlers[id] as Route['handle'],
  }));
}
