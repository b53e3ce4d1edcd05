import { z } from 'zod';
import { cursorSchema, pageLimitSchema } from './page.js';
import type { SourceStatus } from './source.js';
import { sourceFilterParameters } from './source-filter.js';
import type { SourceType } from './sources/source-types.js';

/** What a list can be sorted by; a minus before it turns the order round. Sources without a value are left out. */
export const SOURCE_SORTS = [
  'createdAt',
  'updatedAt',
  'name',
  'failingSince',
  'consecutiveFailures',
  'lastPolledAt',
] as const;
export type SourceSort = (typeof SOURCE_SORTS)[number];
const sortSchema = z.enum(SOURCE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const));

/** The query string of `GET /api/v1/sources`. */
export const sourceQuerySchema = z.strictObject({
  ...sourceFilterParameters,
  sort: sortSchema.default('createdAt'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type SourceQuery = z.infer<typeof sourceQuerySchema>;

/** Which sources, as a program says it. */
export interface SourceFilterInput {
  feed_active?: boolean;
  enabled?: boolean;
  status?: SourceStatus | SourceStatus[];
  type?: SourceType | SourceType[];
  host?: string | string[];
  q?: string;
}

export interface SourceQueryInput extends SourceFilterInput {
  sort?: SourceQuery['sort'];
  cursor?: string;
  limit?: number;
}
