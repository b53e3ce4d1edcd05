import { z } from 'zod';

/** The number of a row; what cannot be one is not there. */
export const rowPath = (notThere: string) =>
  z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, notThere)
      .transform(Number),
  });
