import { describe, expect, it } from '@jest/globals';
import { postQuerySchema } from '../content/post.js';
import { sourceChangesQuerySchema } from './crawler-operations.js';
import { sourceQuerySchema } from './source-query.js';

const QUERIES = [
  { name: 'sources', schema: sourceQuerySchema, usual: 100 },
  { name: 'changes of sources', schema: sourceChangesQuerySchema, usual: 500 },
  { name: 'posts', schema: postQuerySchema, usual: 100 },
];

describe.each(QUERIES)('the query of $name', ({ schema, usual }) => {
  it('has the default page size without a limit', () => {
    expect(schema.parse({})).toMatchObject({ limit: usual });
  });

  it.each(['1', '500'])('accepts the limit %s', (limit) => {
    expect(schema.parse({ limit }).limit).toBe(Number(limit));
  });

  it.each(['0', '501', '-1', '1.5', 'all', 'NaN', ''])('rejects the limit %j', (limit) => {
    expect(schema.safeParse({ limit }).error?.issues[0]?.path).toEqual(['limit']);
  });

  it('rejects an unknown parameter', () => {
    expect(schema.safeParse({ page: '2' }).error?.issues[0]).toMatchObject({ keys: ['page'] });
  });

  it('rejects a cursor that is too long', () => {
    expect(schema.parse({ cursor: 'x'.repeat(1500) }).cursor).toHaveLength(1500);
    expect(schema.safeParse({ cursor: 'x'.repeat(1501) }).success).toBe(false);
  });
});

describe('the flags of the query of sources', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('read %s as %s', (text, expected) => {
    const query = sourceQuerySchema.parse({ feed_active: text, enabled: text });
    expect(query).toMatchObject({ feed_active: expected, enabled: expected });
  });

  it.each(['1', 'yes', 'TRUE', ''])('reject %j rather than guess', (text) => {
    expect(sourceQuerySchema.safeParse({ feed_active: text }).success).toBe(false);
  });
});
