import { createHash } from 'node:crypto';
import { type FailurePolicySet, policyOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';

export function versionOf(policies: FailurePolicySet): string {
  return createHash('sha256').update(JSON.stringify(policies)).digest('hex').slice(0, 16);
}

export function policyRoutes(policies: FailurePolicySet, version: string): Route[] {
  return routesOf(policyOperations, { getFailurePolicies: () => ({ ...policies, version }) });
}
