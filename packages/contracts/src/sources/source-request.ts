import { z } from 'zod';
import { ifMatchSchema } from '../http/headers.js';
import { sourceSchema } from './source.js';

/** One source, in a version that a later change can name. */
export const sourceAnswer = (description: string, status = 200) => ({
  status,
  description,
  schema: sourceSchema,
  headers: { ETag: 'The version, to be sent back as `If-Match`.' },
});

/** Who changes a source can say in which version they have seen it. */
export const changeHeadersSchema = z.object({ 'If-Match': ifMatchSchema.optional() });
export const CHANGED_MEANWHILE = { 412: 'The source has changed in the meantime.' };

export const NO_SUCH_SOURCE = 'there is no source with this id';

/** What is not a UUID cannot be the id of a source: as unknown as one that nobody has. */
export const sourcePathSchema = z.object({ id: z.uuid({ error: NO_SUCH_SOURCE }) });
