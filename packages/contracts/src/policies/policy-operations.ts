import type { OperationTable } from '../http/operation.js';
import { DEFAULT_FAILURE_POLICIES, failurePoliciesSchema } from './failure-policies.js';

export const policyOperations = {
  getFailurePolicies: {
    method: 'get',
    path: '/api/v1/failure-policies',
    scope: 'sources:read',
    summary: 'Read the failure policies',
    answer: {
      status: 200,
      description: 'All policies, and which one is the default.',
      schema: failurePoliciesSchema,
    },
    examples: {
      presets: {
        answer: {
          ...DEFAULT_FAILURE_POLICIES,
          version: '9d1f0c52ab7e4433',
        },
      },
    },
  },
} satisfies OperationTable;
