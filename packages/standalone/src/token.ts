import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCOPES } from '@feedwarden/contracts';
import { loadEnvFileIfPresent } from './env-file.js';
import { explain } from './explain.js';
import { mintToken, parseScopes, parseTtl } from './mint-token.js';
import { readSecrets } from './secrets.js';
import { dataDirOf, given } from './standalone-settings.js';

const USAGE = `Prints a token for the APIs of this installation.

  npm run -s token -- --scope "sources:read posts:read" [--sub NAME] [--ttl 1h]

  --scope  what the bearer may do, separated by spaces: ${SCOPES.join(', ')}
  --sub    whom it is for (default: your user name)
  --ttl    how long it is good for: 90s, 30m, 12h, 7d (default: 1h)
`;

const rootDir = resolve(import.meta.dirname, '../../..');

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        scope: { type: 'string' },
        sub: { type: 'string' },
        ttl: { type: 'string', default: '1h' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    return failUsage((error as Error).message);
  }
}

function failUsage(problem: string): never {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

function signingSecret(): string {
  if (given(process.env, 'JWT_JWKS_URL') !== undefined) {
    throw new Error('JWT_JWKS_URL is set: tokens come from that issuer, not from here.');
  }
  const secret = given(process.env, 'JWT_SECRET');
  if (secret !== undefined) return secret;
  const file = given(process.env, 'JWT_SECRET_FILE');
  if (file !== undefined) return readFileSync(file, 'utf8').trim();
  const dataDir = dataDirOf(process.env, rootDir);
  const secrets = readSecrets(dataDir);
  if (secrets !== undefined) return secrets.jwtSecret;
  throw new Error(`There is no secret in ${dataDir} yet. Run npm start once, or set JWT_SECRET.`);
}

const { help, scope, sub, ttl } = readArguments();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (scope === undefined) failUsage('--scope is missing (mind the -- after "npm run token").');
try {
  loadEnvFileIfPresent(process.cwd());
  const token = await mintToken({
    scopes: parseScopes(scope),
    subject: sub ?? userInfo().username,
    ttlSeconds: parseTtl(ttl),
    secret: signingSecret(),
    issuer: given(process.env, 'JWT_ISSUER') ?? 'feedwarden',
    audience: given(process.env, 'JWT_AUDIENCE') ?? 'feedwarden',
    now: new Date(),
  });
  console.log(token);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
