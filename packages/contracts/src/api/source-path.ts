import { z } from 'zod';

export const NO_SUCH_SOURCE = 'there is no source with this id';

/** What is not a UUID cannot be the id of a source: as unknown as one that nobody has. */
export const sourcePathSchema = z.object({ id: z.uuid({ error: NO_SUCH_SOURCE }) });
