import type { SourceClient } from '@feedwarden/client';
import { DEFAULT_FAILURE_POLICIES, type FailurePolicies, type FailurePolicySet } from '@feedwarden/contracts';
import type { SourceStore } from './ports.js';

export interface FollowedPoliciesDeps {
  client: Pick<SourceClient, 'getFailurePolicies'>;
  store: Pick<SourceStore, 'savePolicies'>;
}

export type FollowedPolicies = ReturnType<typeof createFollowedPolicies>;

/** The failure policies as source-manager last gave them; the defaults until then. */
export function createFollowedPolicies({ client, store }: FollowedPoliciesDeps) {
  let followed: FailurePolicies | null = null;

  return {
    current: (): FailurePolicySet => followed ?? DEFAULT_FAILURE_POLICIES,
    /** Changes whenever the policies change. */
    version: (): string | null => followed?.version ?? null,
    /** Takes those that an earlier run stored, unless source-manager has given newer ones. */
    remember: (stored: FailurePolicies | null): void => {
      followed ??= stored;
    },
    /** Fetches the policies, unless we have this version. */
    follow: async (version: string): Promise<void> => {
      if (version === followed?.version) return;
      const policies = await client.getFailurePolicies();
      await store.savePolicies(policies);
      followed = policies;
    },
  };
}
