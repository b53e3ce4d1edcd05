import { sourceTypeSchema } from '@feedwarden/contracts';

/** What can be looked at without anybody's key. */
export const PAGE_TYPES = sourceTypeSchema.exclude(['twitter']).options;
