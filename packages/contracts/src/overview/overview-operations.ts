import type { OperationTable } from '../http/operation.js';
import type { ErrorType } from '../policies/error-types.js';
import { EXAMPLE_SOURCE_ID } from '../sources/example-source.js';
import type { SourceStatus } from '../sources/source.js';
import { hostPageSchema, hostQuerySchema, incidentListSchema, incidentQuerySchema } from './hosts.js';
import {
  type CountsByErrorType,
  type CountsByStatus,
  countsByErrorTypeSchema,
  countsByStatusSchema,
  overviewHistoryQuerySchema,
  overviewHistorySchema,
  overviewSchema,
} from './overview.js';

/** Zero for every name that is not given. */
export const countsByStatus = (some: Partial<Record<SourceStatus, number>> = {}): CountsByStatus => ({
  ...zeros<SourceStatus>(countsByStatusSchema.shape),
  ...some,
});
export const countsByErrorType = (some: Partial<Record<ErrorType, number>> = {}): CountsByErrorType => ({
  ...zeros<ErrorType>(countsByErrorTypeSchema.shape),
  ...some,
});

const zeros = <Name extends string>(shape: Record<Name, unknown>) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, 0])) as Record<Name, number>;

export const overviewOperations = {
  getOverview: {
    method: 'get',
    path: '/api/v1/overview',
    scope: 'sources:read',
    summary: 'How all sources are, in numbers',
    description: 'At most two seconds old.',
    answer: { status: 200, description: 'The numbers.', schema: overviewSchema },
    examples: { now: {} },
  },
  getOverviewHistory: {
    method: 'get',
    path: '/api/v1/overview/history',
    scope: 'sources:read',
    summary: 'How the numbers were before',
    description: 'From a sample every ten minutes, kept for 90 days; at most 1000 points.',
    query: overviewHistoryQuerySchema,
    answer: { status: 200, description: 'The points.', schema: overviewHistorySchema },
    examples: { lastWeek: { query: { step: '2h' } } },
  },
  listHosts: {
    method: 'get',
    path: '/api/v1/hosts',
    scope: 'sources:read',
    summary: 'Hosts, and how many of their sources are in trouble',
    query: hostQuerySchema,
    answer: { status: 200, description: 'A page of hosts.', schema: hostPageSchema },
    examples: {
      all: {
        query: { sort: 'host' },
        answer: {
          items: [
            {
              host: 'news.example',
              total: 1,
              inTrouble: 0,
              byStatus: countsByStatus({ healthy: 1 }),
              byErrorType: countsByErrorType(),
              failingSince: null,
              nextPollAt: null,
            },
            {
              host: 'x.com',
              total: 1,
              inTrouble: 0,
              byStatus: countsByStatus({ healthy: 1 }),
              byErrorType: countsByErrorType(),
              failingSince: null,
              nextPollAt: null,
            },
          ],
          nextCursor: null,
        },
      },
    },
  },
  listIncidents: {
    method: 'get',
    path: '/api/v1/incidents',
    scope: 'sources:read',
    summary: 'One cause, many sources: hosts of which three or more sources fail in the same way',
    query: incidentQuerySchema,
    answer: { status: 200, description: 'The incidents, the largest first.', schema: incidentListSchema },
    examples: {
      oneHost: {
        answer: {
          items: [
            {
              host: 'down.example',
              errorType: 'upstream_failure',
              sources: 3,
              since: '2026-02-05T06:00:00.000Z',
              nextPollAt: '2026-02-05T14:00:00.000Z',
              sample: { sourceId: EXAMPLE_SOURCE_ID, name: 'Example News', lastError: 'HTTP 503' },
            },
          ],
        },
      },
    },
  },
} satisfies OperationTable;
