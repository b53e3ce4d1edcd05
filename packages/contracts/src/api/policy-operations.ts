import { failurePoliciesSchema } from '../failure-policies.js';
import type { OperationTable } from './operation.js';

const HOUR = 3600;
const never = { disableAfter: null, cooldownSeconds: 24 * HOUR };

export const policyOperations = {
  getFailurePolicies: {
    method: 'get',
    path: '/api/v1/failure-policies',
    scope: 'sources:read',
    summary: 'When failures disable what, and for how long',
    answer: {
      status: 200,
      description: 'All presets, and which one is the default.',
      schema: failurePoliciesSchema,
    },
    examples: {
      presets: {
        answer: {
          default: 'typed',
          typed: {
            rules: {
              rate_limited: never,
              forbidden: { disableAfter: 5, cooldownSeconds: 24 * HOUR },
              not_found: { disableAfter: 3, cooldownSeconds: 48 * HOUR },
              gone: { disableAfter: 1, cooldownSeconds: 72 * HOUR },
              upstream_failure: { disableAfter: 10, cooldownSeconds: 6 * HOUR },
              network: { disableAfter: 10, cooldownSeconds: 12 * HOUR },
              parse_error: { disableAfter: 5, cooldownSeconds: 24 * HOUR },
              unexpected: never,
            },
          },
          permanent: { maxFailures: 5 },
          quarantine: { maxFailures: 5 },
          unknownReasonCooldownSeconds: 24 * HOUR,
          maxBackoffHours: 24,
          version: '9d1f0c52ab7e4433',
        },
      },
    },
  },
} satisfies OperationTable;
