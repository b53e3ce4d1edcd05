import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { TEST_SECRET, TEST_TRUST } from '../test-token.js';

export interface TokenAttack {
  given: string;
  /** Headers to send with the request. */
  headers: Record<string, string | string[]>;
  query?: string;
  status: number;
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const hmac = (text: string, key: string, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url');

/** A token with any header and claims, signed with HMAC. */
export function forge(header: object, claims: unknown, key = TEST_SECRET, hash = 'sha256'): string {
  const text = `${encode({ alg: 'HS256', ...header })}.${encode(claims)}`;
  return `${text}.${hmac(text, key, hash)}`;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The last letter of 32 bytes has two bits too many: four letters decode to the same signature. */
function withIdleBits(token: string): string {
  const last = BASE64URL.indexOf(token.slice(-1));
  return token.slice(0, -1) + BASE64URL[last ^ 1];
}

function padClaims(token: string): string {
  const [head = '', body = ''] = token.split('.');
  const text = `${head}.${body}${'='.repeat(-body.length & 3 || 4)}`;
  return `${text}.${hmac(text, TEST_SECRET)}`;
}

/** Attacks on a service that checks tokens with a shared secret. Each token is wrong in one way. */
export function tokenAttacks(scope: string): TokenAttack[] {
  const now = Math.floor(Date.now() / 1000);
  const good = {
    iss: TEST_TRUST.issuer,
    aud: TEST_TRUST.audience,
    sub: 'mallory',
    exp: now + 300,
    iat: now,
    scope,
  };
  const claim = (changes: object) => forge({}, { ...good, ...changes });
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const bySomebodyElse = (header: object) => {
    const text = `${encode({ alg: 'RS256', ...header })}.${encode(good)}`;
    return `${text}.${signBytes('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const valid = forge({}, good);
  const [head = '', body = '', signature = ''] = valid.split('.');
  const unsigned = (alg: string) => `${encode({ alg })}.${body}.`;

  const tokens: [given: string, token: string, status?: number][] = [
    ['alg none', unsigned('none')],
    ['alg None', unsigned('None')],
    ['alg none and a signature', `${unsigned('none')}${signature}`],
    ['no alg', forge({ alg: undefined }, good)],
    ['an alg that is a list', forge({ alg: ['HS256'] }, good)],
    ['HS384', forge({ alg: 'HS384' }, good, TEST_SECRET, 'sha384')],
    ['HS512', forge({ alg: 'HS512' }, good, TEST_SECRET, 'sha512')],
    ['RS256 of somebody else', bySomebodyElse({})],
    ['its key in the header (jwk)', bySomebodyElse({ jwk })],
    ['the address of its keys (jku)', bySomebodyElse({ jku: 'https://evil.example/keys.json' })],
    ['the address of its certificate (x5u)', bySomebodyElse({ x5u: 'https://evil.example/cert.pem' })],
    ['another secret', forge({}, good, 'another secret that is long enough, too')],
    ['an empty secret', forge({}, good, '')],
    ['a kid that is a path', forge({ kid: '../../../../dev/null' }, good, '')],
    ['a kid that is SQL', forge({ kid: "x' union select 'key" }, good, 'key')],
    ['an unknown crit', forge({ crit: ['exp-soon'], 'exp-soon': 1 }, good)],
    ['an unencoded payload', forge({ b64: false, crit: ['b64'] }, good)],
    ['no signature', `${head}.${body}.`],
    ['a padded signature', `${valid}=`],
    ['a signature with bits that mean nothing', withIdleBits(valid)],
    ['padded claims', padClaims(valid)],
    ['half a signature', `${head}.${body}.${signature.slice(0, 20)}`],
    ['claims changed after signing', `${head}.${encode({ ...good, sub: 'admin' })}.${signature}`],
    ['a header changed after signing', `${encode({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${valid}.x`],
    ['five parts', `${valid}.x.y`],
    ['no base64', '....'],
    ['claims that are no JSON', `${head}.e30x.${hmac(`${head}.e30x`, TEST_SECRET)}`],
    ['claims that are a list', forge({}, [good])],
    ['claims that are null', forge({}, null)],
    ['an expiry in the past', claim({ exp: now - 60 })],
    ['an expiry of 1970', claim({ exp: 0 })],
    ['an expiry that is a text', claim({ exp: String(now + 300) })],
    ['no expiry', claim({ exp: undefined })],
    ['a begin in the future', claim({ nbf: now + 120 })],
    ['a begin that is a text', claim({ nbf: 'now' })],
    ['an issue in the future', claim({ iat: now + 120 })],
    ['an issue that is a text', claim({ iat: 'today' })],
    ['no subject', claim({ sub: undefined })],
    ['an empty subject', claim({ sub: '' })],
    ['a subject that is a number', claim({ sub: 7 })],
    ['a subject with a NUL', claim({ sub: 'ann\u0000' })],
    ['a subject with a line break', claim({ sub: 'ann\n{"level":30}' })],
    ['a subject of 300 letters', claim({ sub: 'a'.repeat(300) })],
    ['no issuer', claim({ iss: undefined })],
    ['another issuer', claim({ iss: 'https://evil.example' })],
    ['a list of issuers', claim({ iss: [TEST_TRUST.issuer] })],
    ['no audience', claim({ aud: undefined })],
    ['another audience', claim({ aud: 'somebody' })],
    ['a list of other audiences', claim({ aud: ['a', 'b'] })],
    ['an audience that begins like ours', claim({ aud: `${TEST_TRUST.audience}2` })],
    ['more than 8 kB', claim({ padding: 'x'.repeat(8000) })],
    ['no scope', claim({ scope: undefined }), 403],
    ['a list of scopes', claim({ scope: [scope] }), 403],
    ['scopes in another claim', claim({ scope: undefined, scp: scope, scopes: [scope] }), 403],
    ['a scope in capitals', claim({ scope: scope.toUpperCase() }), 403],
    ['the beginning of a scope', claim({ scope: scope.split(':')[0] }), 403],
    ['scopes with commas', claim({ scope: `${scope},${scope}` }), 403],
    ['a scope for everything', claim({ scope: '* admin root' }), 403],
  ];

  const headers: [given: string, headers: TokenAttack['headers']][] = [
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['no scheme', { authorization: valid }],
    ['another scheme', { authorization: `Token ${valid}` }],
    ['Basic', { authorization: `Basic ${Buffer.from(`x:${valid}`).toString('base64')}` }],
    ['two spaces', { authorization: `Bearer  ${valid}` }],
    ['a tab', { authorization: `Bearer\t${valid}` }],
    ['two tokens', { authorization: `Bearer ${valid} ${valid}` }],
    ['a list of tokens', { authorization: `Bearer ${valid}, Bearer ${valid}` }],
    ['two headers', { authorization: [`Bearer ${valid}`, `Bearer ${valid}`] }],
    ['quotes', { authorization: `Bearer "${valid}"` }],
    ['a cookie', { cookie: `token=${valid}; access_token=${valid}` }],
    ['a header of another name', { 'x-authorization': `Bearer ${valid}`, 'x-access-token': valid }],
  ];

  return [
    ...tokens.map(([given, token, status = 401]) => ({
      given,
      headers: { authorization: `Bearer ${token}` },
      status,
    })),
    ...headers.map(([given, sent]) => ({ given, headers: sent, status: 401 })),
    { given: 'a token in the query', headers: {}, query: `?access_token=${valid}`, status: 401 },
  ];
}
