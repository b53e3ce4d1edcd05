import { z } from 'zod';

/** An error answer (RFC 9457). `errors` names every bad field of the request, so that one round trip shows them all. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What is wrong, and how to fix it.').optional(),
    requestId: z
      .string()
      .describe('Finds the request in the logs; also in the header `X-Request-Id`.')
      .optional(),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('Every invalid field.')
      .optional(),
    existingId: z.string().describe('Of what exists already, with 409.').optional(),
  })
  .meta({ id: 'Problem' });
export type ProblemBody = z.infer<typeof problemSchema>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
