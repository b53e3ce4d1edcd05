import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_SECRET } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createTokenVerifier, type VerifyToken } from '../src/auth/token-verifier.js';
import { Problem } from '../src/http/problem.js';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const trust = (jwksUrl: string) => ({ jwksUrl, issuer: 'https://issuer.example', audience: 'feedwarden' });
const claims = (): JWTPayload => ({
  iss: 'https://issuer.example',
  aud: 'feedwarden',
  sub: 'ann',
  exp: Math.floor(Date.now() / 1000) + 300,
  scope: 'sources:read',
});

const sign = (alg: string, key: Parameters<SignJWT['sign']>[0], payload = claims(), kid = alg) =>
  new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);

async function refusal(verify: VerifyToken, token: string): Promise<Problem> {
  const outcome: unknown = await verify(token).catch((error: unknown) => error);
  if (outcome instanceof Problem) return outcome;
  throw new Error(`expected a problem, got ${JSON.stringify(outcome)}`);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

describe('createTokenVerifier with a key set', () => {
  const pairs = new Map<string, KeyPair>();
  let server: Server;
  const visited: string[] = [];
  let origin = '';
  let downOrigin = '';
  const pair = (alg: string): KeyPair => {
    const found = pairs.get(alg);
    if (!found) throw new Error(`no key pair for ${alg}`);
    return found;
  };

  beforeAll(async () => {
    for (const alg of ALGORITHMS) pairs.set(alg, await generateKeyPair(alg, { extractable: true }));
    const keys = await Promise.all(
      [...pairs].map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        alg,
        kid: alg,
        use: 'sig',
      })),
    );
    const answers: Record<string, { status: number; body: string }> = {
      '/keys.json': { status: 200, body: JSON.stringify({ keys }) },
      '/no-json': { status: 200, body: '<html>' },
      '/broken': { status: 500, body: '' },
    };
    server = createServer((request, response) => {
      visited.push(request.url ?? '');
      const { status, body } = answers[request.url ?? ''] ?? { status: 404, body: '' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    origin = await listen(server);
    const downServer = createServer();
    downOrigin = await listen(downServer);
    await close(downServer);
  });

  afterAll(() => close(server));

  const verifier = () => createTokenVerifier(trust(`${origin}/keys.json`));

  it.each(ALGORITHMS)('identifies the caller of a token signed with %s', async (alg) => {
    const caller = await verifier()(await sign(alg, pair(alg).privateKey));
    expect(caller).toMatchObject({ subject: 'ann', scopes: new Set(['sources:read']) });
  });

  it.each<{ given: string; token: () => Promise<string> }>([
    {
      given: 'HS256 with the public key as the secret',
      token: async () => {
        const publicText = await exportSPKI(pair('RS256').publicKey);
        return sign('HS256', new TextEncoder().encode(publicText), claims(), 'RS256');
      },
    },
    {
      given: 'HS256 with the public key of the set as the secret',
      token: async () => {
        const publicText = JSON.stringify(await exportJWK(pair('RS256').publicKey));
        return sign('HS256', new TextEncoder().encode(publicText), claims(), 'RS256');
      },
    },
    {
      given: 'RS512, which is not on the list',
      token: async () => {
        const { privateKey } = await generateKeyPair('RS512');
        return sign('RS512', privateKey, claims(), 'RS256');
      },
    },
    {
      given: 'a key of somebody else under a known name',
      token: async () => sign('ES256', (await generateKeyPair('ES256')).privateKey),
    },
    {
      given: 'a key whose name is not in the set',
      token: () => sign('ES256', pair('ES256').privateKey, claims(), 'unheard-of'),
    },
    {
      given: 'HS256 and the secret of the other mode',
      token: () => sign('HS256', new TextEncoder().encode(TEST_SECRET)),
    },
    {
      given: 'PS256, which is not on the list',
      token: async () => sign('PS256', (await generateKeyPair('PS256')).privateKey, claims(), 'RS256'),
    },
    {
      given: 'a kid that is a path',
      token: () => sign('ES256', pair('ES256').privateKey, claims(), '../../keys/ES256'),
    },
    {
      given: 'the name of a key of another kind',
      token: () => sign('ES256', pair('ES256').privateKey, claims(), 'RS256'),
    },
    {
      given: 'its own key in the header',
      token: async () => {
        const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
        const header = { alg: 'ES256', kid: 'ES256', jwk: await exportJWK(publicKey) };
        return new SignJWT(claims()).setProtectedHeader(header).sign(privateKey);
      },
    },
    {
      given: 'the address of its own keys in the header',
      token: async () => {
        const { privateKey } = await generateKeyPair('ES256');
        const header = { alg: 'ES256', kid: 'ES256', jku: `${origin}/evil`, x5u: `${origin}/evil` };
        return new SignJWT(claims()).setProtectedHeader(header).sign(privateKey);
      },
    },
    {
      given: 'another audience',
      token: () => sign('ES256', pair('ES256').privateKey, { ...claims(), aud: 'somebody' }),
    },
    {
      given: 'another issuer',
      token: () => sign('ES256', pair('ES256').privateKey, { ...claims(), iss: 'somebody' }),
    },
    {
      given: 'no expiry',
      token: () => {
        const { exp: _, ...endless } = claims();
        return sign('ES256', pair('ES256').privateKey, endless);
      },
    },
  ])('rejects a token with $given', async ({ token }) => {
    expect(await refusal(verifier(), await token())).toMatchObject({
      status: 401,
      message: 'the token is not valid',
    });
  });

  it('requests no URL out of a token', () => {
    expect(visited).not.toContain('/evil');
    expect(visited).toContain('/keys.json');
  });

  it('reports an expired token as expired', async () => {
    const token = await sign('ES256', pair('ES256').privateKey, { ...claims(), exp: 1_700_000_000 });
    expect(await refusal(verifier(), token)).toMatchObject({ status: 401, message: 'the token has expired' });
  });

  it.each([
    ['is down', () => `${downOrigin}/keys.json`],
    ['fails', () => `${origin}/broken`],
    ['has nothing there', () => `${origin}/absent`],
    ['answers with no JSON', () => `${origin}/no-json`],
  ])('responds 503 to a valid token, given a key server that %s', async (_given, url) => {
    const problem = await refusal(
      createTokenVerifier(trust(url())),
      await sign('ES256', pair('ES256').privateKey),
    );
    expect(problem).toMatchObject({ status: 503, headers: { 'retry-after': '15' } });
  });
});
