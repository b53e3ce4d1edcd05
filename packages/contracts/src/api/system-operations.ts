import { z } from 'zod';
import type { OperationTable } from './operation.js';

/** What both services answer to anybody who can reach them. */
export const systemOperations = {
  getHealth: {
    method: 'get',
    path: '/healthz',
    scope: null,
    summary: 'Is the process alive?',
    answer: { status: 200, description: 'It is.', schema: z.object({ status: z.literal('alive') }) },
    examples: { alive: { answer: { status: 'alive' } } },
  },
  getReadiness: {
    method: 'get',
    path: '/readyz',
    scope: null,
    summary: 'Can it do its work now?',
    answer: { status: 200, description: 'It can.', schema: z.object({ status: z.literal('ready') }) },
    problems: { 503: 'It cannot reach its database.' },
    examples: { ready: { answer: { status: 'ready' } } },
  },
} satisfies OperationTable;
