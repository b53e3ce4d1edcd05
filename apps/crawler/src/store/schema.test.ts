import { describe, expect, it } from '@jest/globals';
import { getTableColumns } from 'drizzle-orm';
import { FOLLOWED, feeds, POLLED } from './schema.js';

/** Columns that neither following nor polling writes would keep their first value for ever. */
const unwritten = (columns: string[]) =>
  columns.filter((name) => !['sourceId', 'unreported', ...FOLLOWED, ...POLLED].includes(name));

describe('the columns of feeds', () => {
  const columns = Object.keys(getTableColumns(feeds));

  it('are each written by following or by polls', () => {
    expect(unwritten(columns)).toEqual([]);
    expect(unwritten([...columns, 'mood'])).toEqual(['mood']);
  });

  it('are never of both groups', () => {
    expect(POLLED.filter((name) => FOLLOWED.some((other) => other === (name as string)))).toEqual([]);
  });
});
