import { isNativeError } from 'node:util/types';

const MAX_CAUSES = 5;
const MAX_DEPTH = 6;
const MAX_MESSAGE = 1000;
const MAX_FRAMES = 12;
const MAX_STATEMENT = 400;
/** Of a statement; the rest is more of the same values. */
const MAX_STATEMENT_READ = 20_000;
/** What libraries and PostgreSQL add to an error, and holds no value of a row. */
const HARMLESS_FIELDS = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'hostname',
  'status',
  'statusCode',
  'table_name',
  'column_name',
  'constraint_name',
  'routine',
];

/**
 * What is logged of an error. An error of the database has its SQLSTATE and the shape of its statement, never a
 * parameter: those are in the ORM's message and stack, and in PostgreSQL's detail.
 */
export function describeError(error: Error, causes = 0): object {
  const statement = statementOf(error);
  const message = statement === null ? messageOf(error) : 'the statement failed';
  return {
    type: error.name || error.constructor?.name,
    message: cutText(message, MAX_MESSAGE),
    ...harmlessFields(error),
    ...(statement !== null && { statement: statementShape(statement) }),
    stack: framesOf(error),
    ...(isError(error.cause) && causes < MAX_CAUSES && { cause: describeError(error.cause, causes + 1) }),
    ...('errors' in error && causes < MAX_CAUSES && { errors: describeAll(error.errors, causes + 1) }),
  };
}

/** The same value with every error in it described. */
export function describeErrorsIn(value: unknown, depth = 0): unknown {
  if (isError(value)) return describeError(value);
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => describeErrorsIn(item, depth + 1));
  if ('toJSON' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, describeErrorsIn(one, depth + 1)]),
  );
}

/** One line for a log entry that needs no stack: the message of the error that caused it all. */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const isWrapper = statementOf(error) !== null && isError(error.cause);
  return cutText(isWrapper ? reasonOf(error.cause) : messageOf(error), MAX_MESSAGE);
}

/** The statement without its values: placeholders instead, and of many rows the first. */
export function statementShape(statement: string): string {
  const shape = statement
    .slice(0, MAX_STATEMENT_READ)
    .replace(/'[^']*(?:''[^']*)*(?:'|$)/g, '?')
    .replace(/\$\d+/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\((?:(?:\?|default),? ?)+\)/gi, '(?)')
    .replace(/\(\?\)(?:, ?\(\?\))+/g, '(?), …');
  return cutText(shape.trim(), MAX_STATEMENT);
}

export function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}… [${text.length} characters]` : text;
}

/** By its kind, because it may come from another realm. */
export function isError(value: unknown): value is Error {
  return isNativeError(value) || value instanceof Error;
}

/** Set by drizzle, with the parameters beside it. */
function statementOf(error: Error): string | null {
  const { query, params } = error as { query?: unknown; params?: unknown };
  return typeof query === 'string' && params !== undefined ? query : null;
}

/** PostgreSQL quotes the value in its messages about data that it cannot read (class 22). */
function messageOf(error: Error): string {
  const { code } = error as { code?: unknown };
  const isAboutData = error.name === 'PostgresError' && String(code).startsWith('22');
  return isAboutData ? error.message.replace(/".*"/s, '"…"') : error.message;
}

function harmlessFields(error: Error): object {
  const entries = HARMLESS_FIELDS.map((name) => [name, (error as unknown as Record<string, unknown>)[name]]);
  return Object.fromEntries(entries.filter(([, value]) => ['string', 'number'].includes(typeof value)));
}

/** A stack begins with the message, which may have lines that look like frames. */
function framesOf(error: Error): string | undefined {
  const { message, stack } = error;
  if (typeof stack !== 'string') return undefined;
  const start = stack.indexOf(message);
  if (start === -1) return undefined;
  const frames = stack.slice(start + message.length).split('\n', MAX_FRAMES + 1);
  return cutText(frames.slice(1).join('\n'), MAX_FRAMES * 200);
}

function describeAll(errors: unknown, causes: number): unknown {
  if (!Array.isArray(errors)) return undefined;
  return errors.slice(0, MAX_CAUSES).map((one) => (isError(one) ? describeError(one, causes) : String(one)));
}
