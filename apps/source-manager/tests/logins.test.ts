import { loginAudience, type Scope } from '@feedwarden/contracts';
import { signToken } from '@feedwarden/service-kit';
import { TEST_TRUST, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import postgres from 'postgres';
import supertest from 'supertest';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

const SCOPES: Scope[] = ['sources:read', 'sources:write'];

let manager: SourceManagerUnderTest;
let sql: postgres.Sql;
beforeAll(async () => {
  manager = await startSourceManager();
  sql = postgres(manager.databaseUrl, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await manager.stop();
});

const codeFor = (subject = 'ann', scopes = SCOPES, ttlSeconds = 600) =>
  signToken({ ...TEST_TRUST, audience: loginAudience(TEST_TRUST.audience), subject, scopes, ttlSeconds });

/** Without a jar: the cookies are what a test is about. */
const browser = () => supertest(manager.baseUrl);
const post = (body: object, headers: Record<string, string> = {}) =>
  browser().post('/api/v1/logins').set(headers).send(body);

async function logIn(subject = 'ann', scopes = SCOPES): Promise<string> {
  const response = await post({ code: await codeFor(subject, scopes) }).expect(201);
  return cookieOf(response);
}

function cookieOf({ headers }: { headers: Record<string, string> }): string {
  const [cookie = ''] = headers['set-cookie'] as unknown as string[];
  return cookie.split(';')[0] ?? '';
}

const get = (path: string, cookie: string) => browser().get(path).set('cookie', cookie);
const own = () => ({ origin: manager.baseUrl, 'x-feedwarden': 'dashboard' });

describe('a log-in', () => {
  it('is made by a code: the cookie is for this site alone, and for no script', async () => {
    const { headers, body } = await post({ code: await codeFor() }).expect(201);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^feedwarden=[\w-]{43}; Max-Age=\d{7}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      subject: 'ann',
      scopes: SCOPES,
      loginId: expect.any(String),
      expiresAt: expect.any(String),
    });
  });

  it('over https has a cookie that no other host can set', async () => {
    const { host } = new URL(manager.baseUrl);
    const response = await post({ code: await codeFor() }, { origin: `https://${host}` }).expect(201);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-feedwarden=.*; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/),
    ]);
    await get('/api/v1/sources', cookieOf(response)).expect(200);
  });

  it('reads and changes what its scopes allow', async () => {
    const cookie = await logIn();
    await get('/api/v1/sources', cookie).expect(200);
    await browser()
      .post('/api/v1/sources')
      .set({ cookie, ...own() })
      .send({ name: 'by cookie' })
      .expect(201);
    const reader = await logIn('bert', ['sources:read']);
    await browser()
      .post('/api/v1/sources')
      .set({ cookie: reader, ...own() })
      .send({ name: 'by cookie' })
      .expect(403);
  });

  it('is stored as a hash, and so is the code', async () => {
    const code = await codeFor('carla');
    const cookie = cookieOf(await post({ code }).expect(201));
    const stored = JSON.stringify(
      await sql`
      select l::text, c::text from logins l, used_login_codes c where subject = 'carla'`,
    );
    expect(stored).toContain('carla');
    expect(stored).not.toContain(cookie.split('=')[1]);
    expect(stored).not.toContain(code);
  });

  it('made with a token ends with the token', async () => {
    const token = await testToken(SCOPES, 'dora');
    const { body } = await post({ token }).expect(201);
    expect(Date.parse(body.expiresAt)).toBeLessThanOrEqual(Date.now() + 300_000);
  });

  it('tells who asks, by cookie or by token', async () => {
    const cookie = await logIn('emil');
    const { body } = await get('/api/v1/logins/current', cookie).expect(200);
    expect(body).toMatchObject({ subject: 'emil', scopes: SCOPES, loginId: expect.any(String) });
    const byToken = await (await manager.as('sources:read')).get('/api/v1/logins/current').expect(200);
    expect(byToken.body).toMatchObject({ subject: 'tester', loginId: null });
  });

  it('gives a token of five minutes for the crawler, which never outlives what it was asked for with', async () => {
    const cookie = await logIn('frida');
    const { body } = await browser()
      .post('/api/v1/logins/current/token')
      .set({ cookie, ...own() })
      .expect(200);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    await browser().get('/api/v1/sources').set('authorization', `Bearer ${body.token}`).expect(200);

    const short = await signToken({ ...TEST_TRUST, subject: 'gus', scopes: SCOPES, ttlSeconds: 20 });
    const renewed = await browser()
      .post('/api/v1/logins/current/token')
      .set('authorization', `Bearer ${short}`)
      .expect(200);
    expect(Date.parse(renewed.body.expiresAt) - Date.now()).toBeLessThanOrEqual(20_000);
  });
});

describe('the log-ins of a person', () => {
  it('are listed and ended one by one, or all but the current one', async () => {
    const [one, two, three] = [await logIn('hans'), await logIn('hans'), await logIn('hans')];
    const list = async (cookie: string) => (await get('/api/v1/logins', cookie).expect(200)).body.items;
    const all = await list(one);
    expect(all).toHaveLength(3);
    expect(all.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);

    const { body } = await get('/api/v1/logins/current', two);
    await browser()
      .delete(`/api/v1/logins/${body.loginId}`)
      .set({ cookie: one, ...own() })
      .expect(204);
    await get('/api/v1/sources', two).expect(401);
    await browser()
      .delete('/api/v1/logins')
      .set({ cookie: one, ...own() })
      .expect(200, { ended: 1 });
    await get('/api/v1/sources', three).expect(401);
    await get('/api/v1/sources', one).expect(200);
  });

  it('are not those of others, but for administrators', async () => {
    const victim = await logIn('ida');
    const { body } = await get('/api/v1/logins/current', victim);
    const end = (cookie: string) =>
      browser()
        .delete(`/api/v1/logins/${body.loginId}`)
        .set({ cookie, ...own() });
    await end(await logIn('mallory')).expect(404);
    await get('/api/v1/sources', victim).expect(200);
    await end(await logIn('root', [...SCOPES, 'sources:admin'])).expect(204);
    await get('/api/v1/sources', victim).expect(401);
  });

  it('end when somebody logs out: the cookie is taken away, and is worth nothing', async () => {
    const cookie = await logIn('jo');
    const { headers } = await browser()
      .delete('/api/v1/logins/current')
      .set({ cookie, ...own() })
      .expect(204);
    expect(String(headers['set-cookie'])).toMatch(/feedwarden=; Max-Age=0/);
    await get('/api/v1/sources', cookie).expect(401);
  });

  it.each([
    ['seven days without a request', 'seen_at'],
    ['thirty days in all', 'expires_at'],
  ])('end after %s', async (_after, column) => {
    const cookie = await logIn('kim');
    await get('/api/v1/sources', cookie).expect(200);
    await sql`update logins set ${sql(column)} = now() - interval '7 days 1 minute' where subject = 'kim'`;
    await get('/api/v1/sources', cookie).expect(401);
  });
});
