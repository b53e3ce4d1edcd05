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
  it('Given no limit, when it is read, then a page has its usual size', () => {
    expect(schema.parse({})).toMatchObject({ limit: usual });
  });

  it.each(['1', '500'])('Given the limit %s, when it is read, then it is that number', (limit) => {
    expect(schema.parse({ limit }).limit).toBe(Number(limit));
  });

  it.each(['0', '501', '-1', '1.5', 'all', 'NaN', ''])(
    'Given the limit %j, when it is read, then it is refused',
    (limit) => {
      expect(schema.safeParse({ limit }).error?.issues[0]?.path).toEqual(['limit']);
    },
  );

  it('Given a parameter nobody knows, when it is read, then it is refused', () => {
    expect(schema.safeParse({ page: '2' }).error?.issues[0]).toMatchObject({ keys: ['page'] });
  });

  it('Given a cursor of any length, when it is read, then only a reasonable one is taken', () => {
    expect(schema.parse({ cursor: 'x'.repeat(1500) }).cursor).toHaveLength(1500);
    expect(schema.safeParse({ cursor: 'x'.repeat(1501) }).success).toBe(false);
  });
});

describe('the flags of the query of sources', () => {
  it.each([
    ['true', true],
    ['false', false],
  ])('Given %s, when it is read, then it is %s', (text, expected) => {
    const query = sourceQuerySchema.parse({ feed_active: text, enabled: text });
    expect(query).toMatchObject({ feed_active: expected, enabled: expected });
  });

  it.each(['1', 'yes', 'TRUE', ''])(
    'Given %j, when it is read, then it is refused rather than guessed',
    (text) => {
      expect(sourceQuerySchema.safeParse({ feed_active: text }).success).toBe(false);
    },
  );
});
