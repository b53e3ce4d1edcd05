import { z } from 'zod';
import type { OperationTable } from './operation.js';

export const documentationOperations = {
  getOpenApi: {
    method: 'get',
    path: '/openapi.json',
    scope: null,
    summary: 'This description, for programs',
    answer: {
      status: 200,
      description: 'An OpenAPI 3.1 document.',
      schema: z.looseObject({ openapi: z.string() }),
    },
    examples: { document: {} },
  },
  getDocs: {
    method: 'get',
    path: '/docs',
    scope: null,
    summary: 'This description, for people',
    answer: { status: 200, description: 'A page.', schema: z.string(), mediaType: 'text/html' },
    examples: { page: {} },
  },
} satisfies OperationTable;
