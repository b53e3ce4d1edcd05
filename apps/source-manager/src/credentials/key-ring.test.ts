import { describe, expect, it } from '@jest/globals';
import { credentialKeysField } from './credential-keys.js';
import { type SealPlace, seal, unseal } from './key-ring.js';

const keyOf = (byte: number) => {
  const [key] = credentialKeysField().parse(Buffer.alloc(32, byte).toString('base64'));
  if (!key) throw new Error('no key was read');
  return key;
};
const key = keyOf(1);
const place: SealPlace = ['anna', 'twitter'];
const SECRET = 'AAAA-the-api-key';

/** The same text with the bits of one byte turned round. */
function damaged(ciphertext: string, at: number): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes.toString('base64');
}

describe('a sealed secret', () => {
  it('shows nothing until it is opened again', () => {
    const { ciphertext, keyId } = seal(SECRET, place, key);
    expect(unseal(ciphertext, place, key)).toBe(SECRET);
    expect(keyId).toBe(key.id);
    expect(Buffer.from(ciphertext, 'base64').toString('latin1')).not.toContain(SECRET);
  });

  it('differs each time the same API key is sealed', () => {
    expect(seal(SECRET, place, key).ciphertext).not.toBe(seal(SECRET, place, key).ciphertext);
  });

  const { ciphertext } = seal(SECRET, place, key);
  it.each([
    ['another key', ciphertext, place, keyOf(2)],
    ['another owner', ciphertext, ['bert', 'twitter'] as const, key],
    ['another purpose', ciphertext, ['anna', 'other'] as const, key],
    ['a changed nonce', damaged(ciphertext, 0), place, key],
    ['a changed tag', damaged(ciphertext, 12), place, key],
    ['a changed text', damaged(ciphertext, 28), place, key],
    ['a text cut short', ciphertext.slice(0, 20), place, key],
    ['no text', '', place, key],
  ])('does not open, given %s', (_given, text, where, by) => {
    expect(() => unseal(text, where, by)).toThrow();
  });
});
