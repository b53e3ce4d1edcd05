import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CredentialKey } from './credential-keys.js';

/** Whose secret it is, and for what. A seal holds for this place only: moved to another, it does not open. */
export type SealPlace = readonly [ownerId: string, ...purpose: string[]];

export interface SealedSecret {
  /** Nonce, tag and encrypted text, as base64. */
  ciphertext: string;
  keyId: string;
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

/** Throws when the key is another, or the text or its place is not what was sealed. */
export function unseal(ciphertext: string, place: SealPlace, { key }: CredentialKey): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(nameOf(place)).setAuthTag(tag);
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
}

/** As JSON, so that no two places have the same name, whatever characters are in them. */
function nameOf(place: SealPlace): Buffer {
  return Buffer.from(JSON.stringify(place));
}
