import { failurePoliciesSchema } from '@feedwarden/contracts';
import { withOverrides } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import { startSourceManager } from './source-manager-under-test.js';

describe('the failure policies', () => {
  it('are shown as a whole, under a version that changes with them', async () => {
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
