import type { Operation, OperationTable, Scope } from '@feedwarden/contracts';
import type { Response } from 'express';
import type { z } from 'zod';
import type { Caller } from '../auth/token-verifier.js';

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Field<Row, Name extends string> = Row extends Record<Name, infer Value> ? Value : undefined;

/** A request that was let in: everything the row of its operation names is checked. */
export interface Call<Row extends Operation = Operation> {
  params: Read<Field<Row, 'params'>>;
  query: Read<Field<Row, 'query'>>;
  headers: Read<Field<Row, 'headers'>>;
  body: Read<Field<Field<Row, 'body'>, 'schema'>>;
  caller: Row['scope'] extends Scope ? Caller : undefined;
  /** For headers of the answer. */
  response: Response;
}

type AnswerOf<Row extends Operation> =
  Field<Row['answer'], 'schema'> extends infer Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Returns what is answered, with the status that the row says; a long text also piece by piece. */
export type Handle<Row extends Operation> = (
  call: Call<Row>,
) => AnswerOf<Row> | AsyncIterable<string> | Promise<AnswerOf<Row> | AsyncIterable<string>>;

export interface Route {
  operation: Operation;
  handle(call: unknown): unknown;
}

/** An operation without its handler does not compile, nor a handler without its operation. */
export function routesOf<Table extends OperationTable>(
  table: Table,
  handlers: NoInfer<{ [Id in keyof Table]: Handle<Table[Id]> }>,
): Route[] {
  return Object.entries(table).map(([id, operation]) => ({
    operation,
    handle: handlers[id] as Route['handle'],
  }));
}
