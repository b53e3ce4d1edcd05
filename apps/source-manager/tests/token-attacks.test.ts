import {
  faultsOf,
  forge,
  LEVEL,
  sendRequest,
  TEST_TRUST,
  testToken,
  tokenAttacks,
} from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

const ATTACKS = tokenAttacks('sources:read');
const WAY = '/api/v1/sources';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());

const ask = (headers: Record<string, string | string[]>, query = '') =>
  sendRequest(manager.port, { method: 'GET', path: `${WAY}${query}`, headers });

describe('tokens that must not open anything', () => {
  it.each(ATTACKS)('get $status, given $given', async ({ headers, query, status }) => {
    const answer = await ask(headers, query);
    expect(faultsOf(answer, status)).toEqual([]);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('leave no token in the log, nor a fault of ours', () => {
    expect(JSON.stringify(manager.lines)).not.toMatch(/eyJ/);
    expect(manager.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });
});

describe('tokens that open', () => {
  const claims = {
    iss: TEST_TRUST.issuer,
    aud: ['somebody', TEST_TRUST.audience],
    sub: 'ann',
    exp: Date.now() / 1000 + 60,
    scope: 'sources:read',
  };

  it.each([
    ['our own', async () => `Bearer ${await testToken(['sources:read'])}`],
    ['a scheme in small letters', async () => `bearer ${await testToken(['sources:read'])}`],
    ['several audiences, of which we are one', async () => `Bearer ${forge({}, claims)}`],
    [
      'an expiry within the tolerance',
      async () => `Bearer ${forge({}, { ...claims, exp: Date.now() / 1000 - 2 })}`,
    ],
  ])('get 200, given %s', async (_given, header) => {
    expect((await ask({ authorization: await header() })).status).toBe(200);
  });
});
