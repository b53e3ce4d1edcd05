import { appParts, TEST_ROW, TEST_TRUST, testRoute, testToken } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createRateLimit } from '../src/auth/rate-limit.js';
import { createRequireScope } from '../src/auth/require-token.js';
import { createTokenVerifier } from '../src/auth/token-verifier.js';
import { createHttpApp } from '../src/http/http-app.js';

const LIMIT = 20;

function createService(perMinute = LIMIT) {
  const requireScope = createRequireScope(createTokenVerifier(TEST_TRUST), createRateLimit(perMinute));
  const routes = testRoute({ ...TEST_ROW, path: '/api/things', scope: 'sources:read' }, () => undefined);
  const app = createHttpApp({ ...appParts().parts, requireScope, routes });
  return async (times: number, token: string | null) => {
    const answers = [];
    for (let n = 0; n < times; n += 1) {
      const ask = request(app).get('/api/things');
      if (token) ask.set('authorization', `Bearer ${token}`);
      answers.push(await ask);
    }
    return answers;
  };
}

const statuses = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status));

describe('createRateLimit', () => {
  it('responds 429 with Retry-After to a caller beyond the limit, and to no others', async () => {
    const ask = createService();
    const ann = await testToken(['sources:read'], 'ann');
    const within = await ask(LIMIT, ann);
    expect(statuses(within)).toEqual(new Set([200]));
    expect(within[0]?.headers).toMatchObject({ 'ratelimit-policy': '"subject";q=20;w=60' });
    expect(within[0]?.headers.ratelimit).toMatch(/^"subject";r=19;t=\d+$/);

    const [beyond] = await ask(1, ann);
    expect(beyond?.status).toBe(429);
    expect(beyond?.type).toBe('application/problem+json');
    expect(beyond?.body.title).toBe('Too Many Requests');
    expect(beyond?.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(statuses(await ask(1, await testToken(['sources:read'], 'bert')))).toEqual(new Set([200]));
  });

  it('shares the limit among all tokens of a subject', async () => {
    const ask = createService();
    await ask(LIMIT, await testToken(['sources:read'], 'ann'));
    expect(statuses(await ask(1, await testToken(['sources:read', 'posts:read'], 'ann')))).toEqual(
      new Set([429]),
    );
  });

  it('does not limit crawlers', async () => {
    const answers = await createService()(3 * LIMIT, await testToken(['crawler', 'sources:read'], 'crawler'));
    expect(statuses(answers)).toEqual(new Set([200]));
  });

  it('responds 429 to requests without a valid token, and accepts a valid token from the same address', async () => {
    const ask = createService();
    expect(statuses(await ask(LIMIT / 10, null))).toEqual(new Set([401]));
    expect(statuses(await ask(1, 'no.good.token'))).toEqual(new Set([429]));
    expect(statuses(await ask(1, await testToken(['sources:read'])))).toEqual(new Set([200]));
  });

  it('does not limit anybody when switched off', async () => {
    const answers = await createService(0)(3 * LIMIT, await testToken(['sources:read']));
    expect(statuses(answers)).toEqual(new Set([200]));
    expect(answers[0]?.headers).not.toHaveProperty('ratelimit');
  });
});
