import { describe, expect, it } from '@jest/globals';
import { integer, PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { insertRows, rowsParameter } from './row-parameters.js';

const pages = pgTable('pages', {
  url: text('url').notNull(),
  hitCount: integer('hit_count'),
  note: text('note'),
});
const dialect = new PgDialect();
const parsed = (rows: unknown[]) => JSON.parse(String(dialect.sqlToQuery(rowsParameter(rows)).params[0]));

describe('rowsParameter', () => {
  it.each([
    ['NUL', 'a\u0000b', 'a\ufffdb'],
    ['half a surrogate pair', 'a\ud83db', 'a\ufffdb'],
    ['a whole surrogate pair', 'a\u{1f600}b', 'a\u{1f600}b'],
    ['a backslash before what looks like NUL', 'a\\u0000b', 'a\\u0000b'],
    ['a backslash before NUL', 'a\\\u0000b', 'a\\\ufffdb'],
    ['several in a row', '\u0000\u0000\udc00', '\ufffd\ufffd\ufffd'],
  ])('passes on what can be stored: %s', (_name, text, stored) => {
    expect(parsed([{ text }])).toEqual([{ text: stored }]);
  });

  it('has the same text for any number of rows', () => {
    const textOf = (count: number) => dialect.sqlToQuery(rowsParameter(Array(count).fill({ a: 1 }))).sql;
    expect(textOf(3)).toBe(textOf(700));
  });
});

describe('insertRows', () => {
  it('names the columns of the given keys, and no others', () => {
    const { sql, params } = dialect.sqlToQuery(insertRows(pages, [{ url: 'a', hitCount: null }]));
    expect(sql.replace(/\s+/g, ' ').trim()).toBe(
      'insert into "pages" ("url", "hit_count") select "url", "hit_count" from json_populate_recordset(null::"pages", $1::text::json)',
    );
    expect(params).toEqual(['[{"url":"a","hit_count":null}]']);
  });
});
