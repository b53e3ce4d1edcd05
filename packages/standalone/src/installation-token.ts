import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { mintToken, type TokenRequest } from './mint-token.js';
import { readSecrets } from './secrets.js';
import { dataDirOf, given } from './standalone-settings.js';

export { loadEnvFileIfPresent } from './env-file.js';
export { parseScopes, parseTtl } from './mint-token.js';

export type InstallationTokenRequest = Pick<TokenRequest, 'scopes' | 'ttlSeconds'> & { subject?: string };

/** A token that the services of this installation believe, signed with the secret they have. */
export function mintInstallationToken(
  request: InstallationTokenRequest,
  env: NodeJS.ProcessEnv,
  rootDir: string,
  now: Date,
): Promise<string> {
  return mintToken({
    subject: userInfo().username,
    ...request,
    secret: signingSecret(env, rootDir),
    issuer: given(env, 'JWT_ISSUER') ?? 'feedwarden',
    audience: given(env, 'JWT_AUDIENCE') ?? 'feedwarden',
    now,
  });
}

function signingSecret(env: NodeJS.ProcessEnv, rootDir: string): string {
  if (given(env, 'JWT_JWKS_URL') !== undefined) {
    throw new Error('JWT_JWKS_URL is set: tokens come from that issuer, not from here.');
  }
  const secret = given(env, 'JWT_SECRET');
  if (secret !== undefined) return secret;
  const file = given(env, 'JWT_SECRET_FILE');
  if (file !== undefined) return readFileSync(file, 'utf8').trim();
  const dataDir = dataDirOf(env, rootDir);
  const secrets = readSecrets(dataDir);
  if (secrets !== undefined) return secrets.jwtSecret;
  throw new Error(`There is no secret in ${dataDir} yet. Run npm start once, or set JWT_SECRET.`);
}
