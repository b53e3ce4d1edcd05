import { failurePoliciesSchema } from '@feedwarden/contracts';
import { withOverrides } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import { startSourceManager } from './source-manager-under-test.js';

describe('the failure policies', () => {
  it('given an operator’s policies, when they are asked for, then the whole set comes, and other data has another version', async () => {
    const versions = new Set<string>();
    for (const policies of [
      withOverrides({}),
      withOverrides({ defaultPolicy: 'quarantine', maxFailures: 2 }),
    ]) {
      const manager = await startSourceManager(policies);
      try {
        const { body } = await (await manager.as('sources:read')).get('/api/v1/failure-policies');
        expect(failurePoliciesSchema.parse(body)).toEqual({ ...policies, version: body.version });
        versions.add(body.version);
        expect((await (await manager.as('crawler')).get('/api/v1/failure-policies')).status).toBe(403);
      } finally {
        await manager.stop();
      }
    }
    expect(versions.size).toBe(2);
  });
});
