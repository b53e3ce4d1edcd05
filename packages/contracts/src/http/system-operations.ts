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
    problems: { 503: 'It is starting or stopping, or cannot reach its database.' },
    examples: { ready: { answer: { status: 'ready' } } },
  },
  getMetrics: {
    method: 'get',
    path: '/metrics',
    scope: null,
    summary: 'How does it fare? (for Prometheus)',
    answer: {
      status: 200,
      description: 'Counters of the process, its requests and its work.',
      mediaType: 'text/plain; version=0.0.4; charset=utf-8',
      schema: z.string(),
    },
    examples: { metrics: {} },
  },
} satisfies OperationTable;

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
