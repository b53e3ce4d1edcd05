import { loginAudience, type Scope } from '@feedwarden/contracts';
import { signToken } from '@feedwarden/service-kit';
import { faultsOf, forge, type RawResponse, sendRequest, TEST_TRUST, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import postgres from 'postgres';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

type Headers = Record<string, string | string[]>;

let manager: SourceManagerUnderTest;
let sql: postgres.Sql;
let session: string;
beforeAll(async () => {
  manager = await startSourceManager();
  sql = postgres(manager.databaseUrl, { max: 1 });
  session = await logIn();
});
afterAll(async () => {
  await sql.end();
  await manager.stop();
});

const AUDIENCE = loginAudience(TEST_TRUST.audience);
const SCOPES: Scope[] = ['sources:read', 'sources:write'];
const codeFor = (more: Partial<Parameters<typeof signToken>[0]> = {}) =>
  signToken({ ...TEST_TRUST, audience: AUDIENCE, subject: 'ann', scopes: SCOPES, ttlSeconds: 600, ...more });

const host = () => `127.0.0.1:${manager.port}`;
const send = (method: string, path: string, headers: Headers, body?: object): Promise<RawResponse> =>
  sendRequest(manager.port, {
    method,
    path,
    headers: { host: host(), ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const post = (body: object, headers: Headers = {}) => send('POST', '/api/v1/logins', headers, body);

const cookieOf = ({ headers }: RawResponse) => String(headers['set-cookie']).split(';')[0] ?? '';
const secretOf = (cookie: string) => cookie.split('=')[1] ?? '';
const logIn = async (headers: Headers = {}) => cookieOf(await post({ code: await codeFor() }, headers));

const OWN_PAGE = () => ({
  origin: manager.baseUrl,
  'sec-fetch-site': 'same-origin',
  'x-feedwarden': 'dashboard',
});
const add = (headers: Headers) => send('POST', '/api/v1/sources', headers, { name: 'by an attacker' });
const read = (headers: Headers) => send('GET', '/api/v1/sources', headers);
const sourcesOf = async () => (await sql`select count(*)::int as n from sources`)[0]?.n;

describe('the page itself', () => {
  it('reads and changes with its cookie', async () => {
    expect((await read({ cookie: session, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const { status, text } = await add({ cookie: session, ...OWN_PAGE() });
    expect(status).toBe(201);
    await send('DELETE', `/api/v1/sources/${JSON.parse(text).id}`, { cookie: session, ...OWN_PAGE() });
    expect(await sourcesOf()).toBe(0);
  });
});

describe('a change that another page asks a browser for', () => {
  const from = (headers: Record<string, string | undefined>): Headers =>
    Object.fromEntries(
      Object.entries({ ...OWN_PAGE(), ...headers }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      ),
    );
  const ATTACKS: [given: string, headers: () => Headers][] = [
    ['another origin', () => from({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
    ['another origin that says it is ours', () => from({ origin: 'https://evil.example' })],
    [
      'another port of the same host',
      () => from({ origin: 'http://127.0.0.1:4200', 'sec-fetch-site': 'same-site' }),
    ],
    ['a host that begins like ours', () => from({ origin: `${manager.baseUrl}.evil.example` })],
    ['our host as the user of another', () => from({ origin: `http://${host()}@evil.example` })],
    ['an origin of null, as of a sandboxed frame or a file', () => from({ origin: 'null' })],
    ['an empty origin', () => from({ origin: '' })],
    ['no origin', () => from({ origin: undefined })],
    ['no header of the page, as of a form', () => from({ 'x-feedwarden': undefined })],
    ['another value of that header', () => from({ 'x-feedwarden': '1' })],
    ['a navigation', () => from({ 'sec-fetch-site': 'none' })],
    ['a page of the same site', () => from({ 'sec-fetch-site': 'same-site' })],
    [
      'forwarded headers that say it is ours',
      () => from({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }),
    ],
    [
      'a host that is the attacker, too',
      () => ({
        ...from({ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }),
        host: 'evil.example',
      }),
    ],
  ];

  it.each(ATTACKS)('is refused, given %s', async (_given, headers) => {
    expect(faultsOf(await add({ cookie: session, ...headers() }), 403)).toEqual([]);
    expect(await sourcesOf()).toBe(0);
  });

  it('is refused as a form, a text or a beacon would send it', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await sendRequest(manager.port, {
        method: 'POST',
        path: '/api/v1/sources',
        headers: { host: host(), cookie: session, ...OWN_PAGE(), 'content-type': type },
        body: '{"name":"by an attacker"}',
      });
      expect(faultsOf(answer, 415)).toEqual([]);
    }
  });

  it('is not allowed by a preflight, and no response can be read elsewhere', async () => {
    const preflight = await send('OPTIONS', '/api/v1/sources', {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-feedwarden',
    });
    const names = Object.keys({ ...preflight.headers, ...(await read({ cookie: session })).headers });
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('reading with the cookie', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of the same host, such as the crawler', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('is refused to %s', async (_given, headers) => {
    expect(faultsOf(await read({ cookie: session, ...headers }), 403)).toEqual([]);
  });
});

describe('a cookie that must not open anything', () => {
  const COOKIES: [given: string, cookie: () => string | Promise<string>][] = [
    ['made up', () => `feedwarden=${'A'.repeat(43)}`],
    [
      'the hash that the database has',
      async () => `feedwarden=${(await sql`select secret_hash from logins limit 1`)[0]?.secret_hash}`,
    ],
    ['twice, of which one is right', () => `${session}; feedwarden=${'A'.repeat(43)}`],
    ['of plain http under the name for https', () => `__Host-${session}`],
    ['empty', () => 'feedwarden='],
    ['a token', async () => `feedwarden=${await testToken(SCOPES)}`],
    ['in capitals', () => session.toUpperCase().replace('FEEDWARDEN', 'feedwarden')],
    ['with quotes', () => `feedwarden="${secretOf(session)}"`],
    ['SQL', () => "feedwarden=' or '1'='1"],
    ['under another name', () => `session=${secretOf(session)}`],
  ];
  it.each(COOKIES)('%s', async (_given, cookie) => {
    expect(faultsOf(await read({ cookie: await cookie() }), 401)).toEqual([]);
  });

  it('of https under the name that any host can set', async () => {
    const secure = await logIn({ origin: `https://${host()}` });
    expect((await read({ cookie: secure })).status).toBe(200);
    expect((await read({ cookie: secure.replace('__Host-', '') })).status).toBe(401);
  });

  it('as a bearer token, or in the query', async () => {
    expect((await read({ authorization: `Bearer ${secretOf(session)}` })).status).toBe(401);
    expect((await send('GET', `/api/v1/sources?feedwarden=${secretOf(session)}`, {})).status).toBe(401);
  });

  it('beside a bad token: the token counts', async () => {
    expect((await read({ cookie: session, authorization: 'Bearer x.y.z' })).status).toBe(401);
  });

  it('of a log-in whose rights do not cover it', async () => {
    const reader = cookieOf(await post({ code: await codeFor({ scopes: ['sources:read'] }) }));
    expect(faultsOf(await add({ cookie: reader, ...OWN_PAGE() }), 403)).toEqual([]);
  });

  it('of a person whose log-ins were all ended', async () => {
    const ended = cookieOf(await post({ code: await codeFor({ subject: 'gone' }) }));
    const admin = cookieOf(await post({ code: await codeFor({ scopes: [...SCOPES, 'sources:admin'] }) }));
    const { items } = JSON.parse((await send('GET', '/api/v1/logins', { cookie: admin })).text);
    for (const { id } of items.filter(({ subject }: { subject: string }) => subject === 'gone'))
      await send('DELETE', `/api/v1/logins/${id}`, { cookie: admin, ...OWN_PAGE() });
    expect(faultsOf(await read({ cookie: ended }), 401)).toEqual([]);
  });
});

describe('fixation', () => {
  it('fails: whatever a browser brings, a log-in gets a new secret, and the old one is worth nothing', async () => {
    const planted = await logIn();
    const own = await logIn({ cookie: planted, ...OWN_PAGE() });
    expect(own).not.toBe(planted);
    expect((await read({ cookie: planted })).status).toBe(401);
    const chosen = await logIn({ cookie: `feedwarden=${'B'.repeat(43)}`, ...OWN_PAGE() });
    expect(secretOf(chosen)).not.toBe('B'.repeat(43));
  });

  it('fails by logging somebody in from another site', async () => {
    const code = await codeFor({ subject: 'mallory' });
    expect(faultsOf(await post({ code }, { origin: 'https://evil.example' }), 403)).toEqual([]);
    expect(faultsOf(await post({ code }, { 'sec-fetch-site': 'cross-site' }), 403)).toEqual([]);
    expect((await post({ code })).status).toBe(201);
  });
});

describe('a code that must not log in', () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: TEST_TRUST.issuer,
    aud: AUDIENCE,
    sub: 'ann',
    exp: now + 300,
    jti: 'x',
    scope: 'sources:read',
  };
  it.each<[given: string, code: () => string | Promise<string>]>([
    ['expired', () => forge({}, { ...claims, exp: now - 60 })],
    ['a token for the API', () => testToken(SCOPES)],
    ['signed by somebody else', () => codeFor({ secret: 'another secret that is long enough, too' })],
    ['not signed', () => `${forge({ alg: 'none' }, claims).split('.').slice(0, 2).join('.')}.`],
    ['without an id', () => forge({}, { ...claims, jti: undefined })],
    ['of another issuer', () => codeFor({ issuer: 'https://evil.example' })],
    ['empty of sense', () => 'x'],
  ])('%s', async (_given, code) => {
    expect(faultsOf(await post({ code: await code() }), 401)).toEqual([]);
  });

  it('used before, even if both come at once', async () => {
    const code = await codeFor();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post({ code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401]);
    expect(faultsOf(await post({ code }), 401)).toEqual([]);
  });

  it('is no token for the API', async () => {
    expect((await read({ authorization: `Bearer ${await codeFor()}` })).status).toBe(401);
  });
});

describe('what an attack leaves behind', () => {
  it('has no code, secret or token in any line of the log, whatever the request had in it', async () => {
    const code = await codeFor();
    await send('GET', `/login?code=${code}`, { referer: `${manager.baseUrl}/login#${code}` });
    const cookie = cookieOf(await post({ code }));
    await read({ cookie });
    const log = JSON.stringify(manager.lines);
    expect(log).toContain('logged in');
    for (const secret of [code, secretOf(cookie), secretOf(session), 'eyJ'])
      expect(log).not.toContain(secret);
  });

  it('sends no address on: the page and the API say no-referrer, and nothing may frame them', async () => {
    for (const path of ['/', '/login', '/api/v1/sources'])
      expect((await send('GET', path, { cookie: session, accept: 'text/html' })).headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
  });
});
