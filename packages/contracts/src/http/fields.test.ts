import { describe, expect, it } from '@jest/globals';
import { newArticlesSchema } from '../content/article.js';
import { postQuerySchema } from '../content/post.js';
import { sourceHealthSchema } from '../sources/crawler-operations.js';
import { crawlerCommandSchema } from '../switches/feed-switch.js';

const ID = '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11';

const INPUTS = [
  ['the query of posts', postQuerySchema, {}, 'since'],
  ['new articles', newArticlesSchema, { sourceIds: [ID] }, 'since'],
  ['a command', crawlerCommandSchema, { commandId: ID, healthEpoch: 0 }, 'decidedAt'],
  [
    'a health report',
    sourceHealthSchema,
    {
      ...{ sourceId: ID, healthEpoch: 0, consecutiveFailures: 0, lastFailureType: null, lastErrorType: null },
      ...{ lastError: null, lastSuccessAt: null, failingSince: null },
    },
    'lastPolledAt',
  ],
] as const;

describe.each(INPUTS)('a time in %s', (_where, schema, rest, field) => {
  it('is rejected by name in the year 0, which no database holds', () => {
    const read = schema.safeParse({ ...rest, [field]: '0000-12-31T23:59:59Z' });
    expect(read.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])('is accepted as %s', (time) => {
    expect(schema.safeParse({ ...rest, [field]: time }).success).toBe(true);
  });
});
