import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

export interface CredentialKey {
  /** Identifies the key without revealing anything about it. */
  id: string;
  /** A KeyObject, not bytes: printed or logged by mistake it shows nothing. */
  key: KeyObject;
}

/** 32 bytes in base64 or base64url. */
const KEY = /^[\w+/-]{43}=?$/;

/** A variable with one key, or with several separated by commas while the key is being replaced. */
export const credentialKeysField = () =>
  z.string().transform((text, context): CredentialKey[] => {
    const keys = text.split(',').map((part) => part.trim());
    if (keys.every((key) => KEY.test(key))) return keys.map(readKey);
    const message =
      'must be 32 bytes in base64 (`openssl rand -base64 32`), or several of them separated by commas';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function readKey(base64: string): CredentialKey {
  const bytes = Buffer.from(base64, 'base64');
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { id, key: createSecretKey(bytes) };
}
