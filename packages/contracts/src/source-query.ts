import { z } from 'zod';
import { cursorSchema, pageLimitSchema } from './page.js';
import { type SourceStatus, sourceStatusSchema } from './source.js';

const flagSchema = z.enum(['true', 'false']).transform((text) => text === 'true');

/** What a list can be sorted by; a minus before it turns the order round. Sources without a value are left out. */
export const SOURCE_SORTS = ['createdAt', 'failingSince', 'consecutiveFailures', 'lastPolledAt'] as const;
export type SourceSort = (typeof SOURCE_SORTS)[number];
const sortSchema = z.enum(SOURCE_SORTS.flatMap((sort) => [sort, `-${sort}`] as const));

/** The query string of `GET /api/v1/sources`. */
export const sourceQuerySchema = z.strictObject({
  feed_active: flagSchema.optional(),
  enabled: flagSchema.optional(),
  status: sourceStatusSchema.optional(),
  sort: sortSchema.default('createdAt'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type SourceQuery = z.infer<typeof sourceQuerySchema>;
export interface SourceQueryInput {
  feed_active?: boolean;
  enabled?: boolean;
  status?: SourceStatus;
  sort?: SourceQuery['sort'];
  cursor?: string;
  limit?: number;
}
