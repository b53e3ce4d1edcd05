import { appParts, TEST_ROW, TEST_TRUST, testRoute, testToken } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { z } from 'zod';
import { createRequireScope } from '../src/auth/require-token.js';
import { createTokenVerifier, type VerifyToken } from '../src/auth/token-verifier.js';
import { createHttpApp } from '../src/http/http-app.js';
import { Problem } from '../src/http/problem.js';

function createService(verify: VerifyToken = createTokenVerifier(TEST_TRUST)) {
  const requireScope = createRequireScope(verify);
  const answer = { status: 200, description: 'Who asks.', schema: z.object({ subject: z.string() }) };
  const routes = testRoute({ ...TEST_ROW, path: '/whoami', scope: 'sources:read', answer }, ({ caller }) => ({
    subject: caller.subject,
  }));
  const { parts, lines } = appParts();
  return { app: createHttpApp({ ...parts, requireScope, routes }), lines };
}

describe('createRequireScope', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('accepts a token with the scope, given as %s', async (scheme) => {
    const token = await testToken(['posts:read', 'sources:read'], 'ann');
    await request(createService().app)
      .get('/whoami')
      .set('authorization', `${scheme} ${token}`)
      .expect(200, { subject: 'ann' });
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['Basic', 'Basic YW5uOnMzY3JldA=='],
    ['Bearer and nothing', 'Bearer '],
    ['a token alone', 'abc.def.ghi'],
    ['two tokens', 'Bearer abc def'],
    ['a token in a list', 'Bearer abc, Bearer def'],
  ])('responds 401 and says how to send a token, given %s', async (_given, header) => {
    const ask = request(createService().app).get('/whoami');
    if (header !== undefined) ask.set('authorization', header);
    const answer = await ask.expect(401).expect('www-authenticate', 'Bearer');
    expect(answer.body).toMatchObject({
      title: 'Unauthorized',
      detail: expect.stringContaining('Bearer'),
    });
  });

  it('responds 401 to a token that is not valid, and does not log it', async () => {
    const { app, lines } = createService();
    await request(app).get('/whoami').set('authorization', 'Bearer abc.def.ghi').expect(401);
    expect(JSON.stringify(lines)).not.toContain('abc.def.ghi');
  });

  it.each([
    ['no scope', []],
    ['other scopes', ['sources:write', 'posts:read'] as const],
  ])('responds 403 and names the scope, given a token with %s', async (_given, scopes) => {
    const answer = await request(createService().app)
      .get('/whoami')
      .set('authorization', `Bearer ${await testToken(scopes)}`)
      .expect(403);
    expect(answer.body).toMatchObject({
      title: 'Forbidden',
      detail: 'the token lacks the scope sources:read',
    });
  });

  it('responds 503 with Retry-After when the keys cannot be fetched', async () => {
    const { app } = createService(async () => {
      throw new Problem(503, 'no keys', { headers: { 'retry-after': '5' } });
    });
    await request(app)
      .get('/whoami')
      .set('authorization', 'Bearer abc')
      .expect(503)
      .expect('retry-after', '5');
  });
});
