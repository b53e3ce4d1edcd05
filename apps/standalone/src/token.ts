import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SCOPES } from '@feedwarden/contracts';
import {
  loadEnvFileIfPresent,
  mintInstallationToken,
  parseScopes,
  parseTtl,
} from './installation/installation-token.js';
import { explain } from './run-standalone.js';

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

const { help, scope, sub, ttl } = readArguments();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
if (scope === undefined) failUsage('--scope is missing (mind the -- after "npm run token").');
try {
  loadEnvFileIfPresent(process.cwd());
  const token = await mintInstallationToken(
    { scopes: parseScopes(scope), ttlSeconds: parseTtl(ttl), ...(sub !== undefined && { subject: sub }) },
    process.env,
    rootDir,
    new Date(),
  );
  console.log(token);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
