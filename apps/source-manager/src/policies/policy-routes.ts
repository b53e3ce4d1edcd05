import { createHash } from 'node:crypto';
import type { FailurePolicies, FailurePolicySet } from '@feedwarden/contracts';
import type { RequireScope } from '@feedwarden/service-kit';
import { Router } from 'express';

export function versionOf(policies: FailurePolicySet): string {
  return createHash('sha256').update(JSON.stringify(policies)).digest('hex').slice(0, 16);
}

export function policyRoutes(
  policies: FailurePolicySet,
  version: string,
  requireScope: RequireScope,
): Router {
  const answer: FailurePolicies = { ...policies, version };
  const routes = Router();
  routes.get('/api/v1/failure-policies', requireScope('sources:read'), (_request, response) => {
    response.json(answer);
  });
  return routes;
}
