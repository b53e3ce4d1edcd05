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

describe('the rate limit', () => {
  it('Given a caller beyond the limit, when it asks, then it is 429 with a time to come back, and others are not', async () => {
    const ask = createService();
    const ann = await testToken(['sources:read'], 'ann');
    const within = await ask(LIMIT, ann);
    expect(statuses(within)).toEqual(new Set([200]));
    expect(within[0]?.headers).toMatchObject({ 'ratelimit-policy': '"subject";q=20;w=60' });
    expect(within[0]?.headers.ratelimit).toMatch(/^"subject";r=19;t=\d+$/);

    const [beyond] = await ask(1, ann);
    expect(beyond?.status).toBe(429);
    expect(beyond?.type).toBe('application/problem+json');
    expect(beyond?.body.title).toBe('Too many requests');
    expect(beyond?.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(statuses(await ask(1, await testToken(['sources:read'], 'bert')))).toEqual(new Set([200]));
  });

  it('Given other tokens of the same subject, when they ask, then they share its limit', async () => {
    const ask = createService();
    await ask(LIMIT, await testToken(['sources:read'], 'ann'));
    expect(statuses(await ask(1, await testToken(['sources:read', 'posts:read'], 'ann')))).toEqual(
      new Set([429]),
    );
  });

  it('Given a crawler, when it asks far more, then it is answered', async () => {
    const answers = await createService()(3 * LIMIT, await testToken(['crawler', 'sources:read'], 'crawler'));
    expect(statuses(answers)).toEqual(new Set([200]));
  });

  it('Given a stranger who fails too often, when it goes on, then it is 429, and a good token from there passes', async () => {
    const ask = createService();
    expect(statuses(await ask(LIMIT / 10, null))).toEqual(new Set([401]));
    expect(statuses(await ask(1, 'no.good.token'))).toEqual(new Set([429]));
    expect(statuses(await ask(1, await testToken(['sources:read'])))).toEqual(new Set([200]));
  });

  it('Given no limit, when somebody asks often, then it is answered', async () => {
    const answers = await createService(0)(3 * LIMIT, await testToken(['sources:read']));
    expect(statuses(answers)).toEqual(new Set([200]));
    expect(answers[0]?.headers).not.toHaveProperty('ratelimit');
  });
});
