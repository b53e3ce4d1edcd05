import type { CredentialKey } from './credential-keys.js';
import { type SealedSecret, type SealPlace, seal, unseal } from './sealed-secret.js';

export type KeyRing = ReturnType<typeof createKeyRing>;

/** The first of the keys seals; the others are there for what was sealed before them. */
export function createKeyRing(keys: CredentialKey[]) {
  const [currentKey] = keys;
  return {
    /** Of what is sealed from now on. */
    currentKeyId: currentKey?.id ?? null,

    /** Null: there is no key. */
    seal: (secret: string, place: SealPlace): SealedSecret | null =>
      currentKey ? seal(secret, place, currentKey) : null,

    /** What cannot be opened is our own fault, and thrown. `renewed` is there when an older key had sealed it. */
    open({ ciphertext, keyId }: SealedSecret, place: SealPlace) {
      const key = keys.find(({ id }) => id === keyId);
      if (!key) throw new Error(`a secret needs the key ${keyId}, which CREDENTIALS_KEY does not hold`);
      const secret = unseal(ciphertext, place, key);
      return { secret, renewed: key === currentKey || !currentKey ? null : seal(secret, place, currentKey) };
    },
  };
}
