import { z } from 'zod';
import type { OperationTable } from './operation.js';

/** What both services answer to anybody who can reach them. */
export const systemOperations = {
  getHealth: {
    method: 'get',
    path: '/healthz',
    scope: null,
    summary: 'Is the process alive?',
    answer: {
      status: 200,
      description: 'It is alive.',
      schema: z.object({
        status: z.literal('alive'),
        version: z.string().describe('The version of Feedwarden that is running.'),
      }),
    },
    examples: { alive: { answer: { status: 'alive', version: '0.1.0' } } },
  },
  getReadiness: {
    method: 'get',
    path: '/readyz',
    scope: null,
    summary: 'Is the service ready?',
    answer: { status: 200, description: 'It is ready.', schema: z.object({ status: z.literal('ready') }) },
    problems: { 503: 'It is starting or stopping, or cannot reach its database.' },
    examples: { ready: { answer: { status: 'ready' } } },
  },
  getMetrics: {
    method: 'get',
    path: '/metrics',
    scope: null,
    summary: 'Metrics for Prometheus',
    answer: {
      status: 200,
      description: 'Metrics of the process, its requests and its work.',
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
    summary: 'The OpenAPI document',
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
    summary: 'The API reference as a web page',
    answer: { status: 200, description: 'A page.', schema: z.string(), mediaType: 'text/html' },
    examples: { page: {} },
  },
} satisfies OperationTable;
