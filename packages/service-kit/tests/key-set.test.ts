import { captureLogs, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { createKeySet, KeysUnavailableError } from '../src/auth/key-set.js';

const MINUTE = 60_000;

let issuer: TestWebServer;
let published: JWK[];
let clock: number;
beforeEach(async () => {
  published = [];
  clock = 1_000_000;
  issuer = await startTestWebServer((_request, response) =>
    response.end(JSON.stringify({ keys: published })),
  );
});
afterEach(() => issuer.close());

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

const down = () => issuer.answer((_request, response) => response.writeHead(500).end());

/** Looks the key of a token up; answers whether it was found. */
function createLookUp() {
  const { logger, lines } = captureLogs();
  const keySet = createKeySet({ url: issuer.url, logger, now: () => clock });
  const lookUp = async (kid: string): Promise<'found' | 'unknown' | 'unavailable'> => {
    const { privateKey } = await generateKeyPair('ES256');
    const jwt = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    const [, payload = '', signature = ''] = jwt.split('.');
    try {
      await keySet({ alg: 'ES256', kid }, { payload, signature });
      return 'found';
    } catch (error) {
      return error instanceof KeysUnavailableError ? 'unavailable' : 'unknown';
    }
  };
  return { lookUp, lines };
}

describe('createKeySet', () => {
  it('fetches the keys once for many tokens', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    expect(await Promise.all(Array.from({ length: 20 }, () => lookUp('a')))).toEqual(Array(20).fill('found'));
    expect(issuer.requests).toHaveLength(1);
  });

  it('fetches the keys again for the first token of a new key', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    await lookUp('a');
    clock += MINUTE;
    published = [(await newKey('a')).jwk, (await newKey('b')).jwk];
    expect(await lookUp('b')).toBe('found');
    expect(issuer.requests).toHaveLength(2);
  });

  it('does not flood the issuer, given a flood of made-up key names', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    await lookUp('a');
    clock += MINUTE;
    const names = Array.from({ length: 100 }, (_, n) => `made-up-${n}`);
    expect(new Set(await Promise.all(names.map(lookUp)))).toEqual(new Set(['unknown']));
    expect(issuer.requests).toHaveLength(2);
  });

  it('keeps known keys while the issuer is down, and reports others as unavailable', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp, lines } = createLookUp();
    await lookUp('a');
    down();
    clock += 60 * MINUTE;
    expect(await lookUp('a')).toBe('found');
    expect(await lookUp('b')).toBe('unavailable');
    expect(await lookUp('a')).toBe('found');
    expect(issuer.requests).toHaveLength(2);
    expect(lines.map(({ msg }) => msg)).toContain('keys of the token issuer not fetched');
  });

  it('fetches the keys after the cool-down when the issuer is back', async () => {
    down();
    const { lookUp } = createLookUp();
    expect(await lookUp('a')).toBe('unavailable');
    published = [(await newKey('a')).jwk];
    issuer.answer((_request, response) => response.end(JSON.stringify({ keys: published })));
    expect(await lookUp('a')).toBe('unavailable');
    expect(issuer.requests).toHaveLength(1);
    clock += MINUTE;
    expect(await lookUp('a')).toBe('found');
  });

  it('refreshes keys that are ten minutes old without making tokens wait', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    await lookUp('a');
    clock += 11 * MINUTE;
    expect(await lookUp('a')).toBe('found');
    expect(await lookUp('never heard of')).toBe('unknown');
    expect(issuer.requests).toHaveLength(2);
  });

  it.each([
    ['garbage', '<html>'],
    ['no keys', '{"keys": 7}'],
    ['null', 'null'],
    ['a huge answer', `{"keys": [], "x": "${'x'.repeat(300_000)}"}`],
  ])('reports the keys as unavailable, given %s from the issuer', async (_given, answer) => {
    issuer.answer((_request, response) => response.end(answer));
    expect(await createLookUp().lookUp('a')).toBe('unavailable');
  });

  it('does not follow a redirect', async () => {
    issuer.answer((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await createLookUp().lookUp('a')).toBe('unavailable');
    expect(issuer.requests).toHaveLength(1);
  });

  it('gives up on a response that never ends', async () => {
    issuer.answer((_request, response) => void response.write('{"keys": ['));
    expect(await createLookUp().lookUp('a')).toBe('unavailable');
  });
});
