import { z } from 'zod';

/** ISO 8601 knows a year 0; a database refuses it. */
const hasYear = (text: string) => !text.startsWith('0000');
const WRONG_YEAR = 'must be in the year 1 or later';

/** In UTC, as we write times. */
export const timestampSchema = z.iso.datetime().refine(hasYear, WRONG_YEAR);

/** As people write them, with the offset of their zone or `Z`. */
export const zonedTimestampSchema = z.iso.datetime({ offset: true }).refine(hasYear, WRONG_YEAR);

/** The number of a row; what cannot be one is not there. */
export const rowPath = (notThere: string) =>
  z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, notThere)
      .transform(Number),
  });
