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

describe('the keys of an issuer', () => {
  it('Given many tokens of a known key, when they come, then the keys are fetched once', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    expect(await Promise.all(Array.from({ length: 20 }, () => lookUp('a')))).toEqual(Array(20).fill('found'));
    expect(issuer.requests).toHaveLength(1);
  });

  it('Given a new key, when its first token comes, then the keys are fetched once more, and it works', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    await lookUp('a');
    clock += MINUTE;
    published = [(await newKey('a')).jwk, (await newKey('b')).jwk];
    expect(await lookUp('b')).toBe('found');
    expect(issuer.requests).toHaveLength(2);
  });

  it('Given a flood of made-up key names, when they come, then the issuer is not flooded', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp } = createLookUp();
    await lookUp('a');
    clock += MINUTE;
    const names = Array.from({ length: 100 }, (_, n) => `made-up-${n}`);
    expect(new Set(await Promise.all(names.map(lookUp)))).toEqual(new Set(['unknown']));
    expect(issuer.requests).toHaveLength(2);
  });

  it('Given an issuer that is down, when tokens come, then known keys work on, and others may come again', async () => {
    published = [(await newKey('a')).jwk];
    const { lookUp, lines } = createLookUp();
    await lookUp('a');
    down();
    clock += 60 * MINUTE;
    expect(await lookUp('a')).toBe('found');
    expect(await lookUp('b')).toBe('unavailable');
    expect(await lookUp('a')).toBe('found');
    expect(issuer.requests).toHaveLength(2);
    expect(lines.map(({ msg }) => msg)).toContain('the keys of the token issuer cannot be fetched');
  });

  it('Given an issuer that was down, when it is back, then its keys are there after the cool-down', async () => {
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

  it('Given keys of ten minutes ago, when a token comes, then they are fetched anew beside it', async () => {
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
  ])('Given %s from the issuer, when a token comes, then it may come again', async (_given, answer) => {
    issuer.answer((_request, response) => response.end(answer));
    expect(await createLookUp().lookUp('a')).toBe('unavailable');
  });

  it('Given a redirect from the issuer, when a token comes, then nobody follows it', async () => {
    issuer.answer((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await createLookUp().lookUp('a')).toBe('unavailable');
    expect(issuer.requests).toHaveLength(1);
  });

  it('Given an issuer that never ends its answer, when a token comes, then it is given up', async () => {
    issuer.answer((_request, response) => void response.write('{"keys": ['));
    expect(await createLookUp().lookUp('a')).toBe('unavailable');
  });
});
