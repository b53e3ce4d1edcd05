import { z } from 'zod';
import { ifMatchSchema } from '../if-match.js';
import { sourceSchema } from '../source.js';

/** One source, in a version that a later change can name. */
export const sourceAnswer = (description: string, status = 200) => ({
  status,
  description,
  schema: sourceSchema,
  headers: { ETag: 'The version, to be sent back as `If-Match`.' },
});

/** Who changes a source can say in which version they have seen it. */
export const changeHeadersSchema = z.object({ 'If-Match': ifMatchSchema.optional() });
export const CHANGED_MEANWHILE = { 412: 'Somebody has changed the source meanwhile.' };
