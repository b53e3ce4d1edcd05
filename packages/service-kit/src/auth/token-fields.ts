import { z } from 'zod';
import { urlField } from '../config/config-fields.js';
import type { TokenTrust } from './token-verifier.js';

/** Variables for checking tokens: by a shared secret, or by the keys of an issuer. */
export const tokenFields = {
  JWT_SECRET: z
    .string()
    .min(32, 'must be at least 32 bytes')
    .optional()
    .describe(
      'The key that tokens are signed and checked with, 32 bytes or more. `npm start` creates one and keeps it in DATA_DIR.',
    ),
  JWT_JWKS_URL: urlField(/^https?$/, 'https://issuer.example/.well-known/jwks.json')
    .optional()
    .describe(
      'Where the issuer of your tokens publishes its keys, for RS256, ES256 or EdDSA. Replaces JWT_SECRET.',
    ),
  JWT_ISSUER: z.string().default('feedwarden').describe('The issuer that a token must name.'),
  JWT_AUDIENCE: z.string().default('feedwarden').describe('The audience that a token must name.'),
};

/** One of them must be given. */
export const TOKEN_TRUST = ['JWT_SECRET', 'JWT_JWKS_URL'] as const;

type TokenVariables = z.infer<z.ZodObject<typeof tokenFields>>;

export function readTokenTrust(vars: TokenVariables): TokenTrust {
  const common = { issuer: vars.JWT_ISSUER, audience: vars.JWT_AUDIENCE };
  if (vars.JWT_JWKS_URL) return { jwksUrl: vars.JWT_JWKS_URL, ...common };
  if (vars.JWT_SECRET) return { secret: vars.JWT_SECRET, ...common };
  throw new Error('neither a secret nor a key set is configured');
}
