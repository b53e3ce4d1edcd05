import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CredentialKey } from './credential-keys.js';

/** The owner and purpose of a secret. A secret sealed for one place does not open in another. */
export type SealPlace = readonly [ownerId: string, ...purpose: string[]];

export interface SealedSecret {
  /** Nonce, tag and ciphertext, in base64. */
  ciphertext: string;
  keyId: string;
}

export type KeyRing = ReturnType<typeof createKeyRing>;

/** The first key seals; all keys open. */
export function createKeyRing(keys: CredentialKey[]) {
  const [currentKey] = keys;
  return {
    currentKeyId: currentKey?.id ?? null,

    /** Null: there is no key. */
    seal: (secret: string, place: SealPlace): SealedSecret | null =>
      currentKey ? seal(secret, place, currentKey) : null,

    /** Throws when the secret cannot be opened. `renewed` is set when an older key had sealed it. */
    open({ ciphertext, keyId }: SealedSecret, place: SealPlace) {
      const key = keys.find(({ id }) => id === keyId);
      if (!key) throw new Error(`a secret needs the key ${keyId}, which CREDENTIALS_KEY does not contain`);
      const secret = unseal(ciphertext, place, key);
      return { secret, renewed: key === currentKey || !currentKey ? null : seal(secret, place, currentKey) };
    },
  };
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(secret: string, place: SealPlace, { id, key }: CredentialKey): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(nameOf(place));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { ciphertext: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64'), keyId: id };
}

/** Throws when the key is wrong, or the ciphertext or its place is not what was sealed. */
export function unseal(ciphertext: string, place: SealPlace, { key }: CredentialKey): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(nameOf(place)).setAuthTag(tag);
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
}

/** JSON, so that no two places share a name, whatever characters they contain. */
function nameOf(place: SealPlace): Buffer {
  return Buffer.from(JSON.stringify(place));
}
