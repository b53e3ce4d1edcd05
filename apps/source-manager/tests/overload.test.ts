import { holdLock } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());

describe('a database that is stuck', () => {
  it('responds 503 with Retry-After until it is free', async () => {
    const lock = await holdLock(manager.databaseUrl, 'lock table sources in access exclusive mode');
    const api = await manager.as();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => api.get('/api/v1/sources')),
      ...Array.from({ length: 10 }, (_, n) => api.post('/api/v1/sources').send({ name: `source ${n}` })),
    ]);
    for (const { status, headers, body } of answers) {
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(body.detail).toBe('the database is not available: try again');
    }
    // Nobody behind the lock: it answers, whatever it says.
    expect([200, 503]).toContain((await manager.anonymous.get('/readyz')).status);

    await lock.release();
    await manager.anonymous.get('/readyz').expect(200);
    const { body } = await api.get('/api/v1/sources').expect(200);
    expect(body.items).toEqual([]);
    await api.post('/api/v1/sources').send({ name: 'later' }).expect(201);
  });
});
