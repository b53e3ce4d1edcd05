import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type FailurePolicySet,
  type PolicyFile,
  policyFileSchema,
  policyOperations,
} from '@feedwarden/contracts';
import { inOurWords, type Route, routesOf } from '@feedwarden/service-kit';
import { z } from 'zod';

/** A variable that names a policy file. The file is read with the variables, so that its mistakes are reported with theirs. */
export const policyFileField = () =>
  z.string().transform((path, context): PolicyFile => {
    const report = (message: string) => context.addIssue({ code: 'custom', message });
    try {
      const file = policyFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')), {
        error: inOurWords,
      });
      if (file.success) return file.data;
      for (const { path: place, message } of file.error.issues)
        report(place.length > 0 ? `${place.join('.')}: ${message}` : message);
    } catch {
      report('must name a readable JSON file');
    }
    return z.NEVER;
  });

/** Changes whenever the policies do. */
export function policyVersion(policies: FailurePolicySet): string {
  return createHash('sha256').update(JSON.stringify(policies)).digest('hex').slice(0, 16);
}

export function policyRoutes(policies: FailurePolicySet): Route[] {
  const version = policyVersion(policies);
  return routesOf(policyOperations, { getFailurePolicies: () => ({ ...policies, version }) });
}
