import { timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds, because times cross the wire and come back in cursors with that precision. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * JSON that PostgreSQL can store. Error texts come from the web and may contain NUL or unpaired surrogates, which
 * PostgreSQL refuses: one such text must not make a whole batch fail or a command undeliverable.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'string' ? storableText(part) : part));
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
