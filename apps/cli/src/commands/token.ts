import { Command, Option } from '@commander-js/extra-typings';
import { SCOPES } from '@feedwarden/contracts';
import { mintInstallationToken, parseScopes, parseTtl } from '@feedwarden/installation';
import { ROOT_DIR } from '../connection.js';
import type { Run } from '../context.js';
import { NoTokenError } from '../errors.js';
import { parsedBy } from '../options/values.js';

export const tokenCommand = (run: Run) =>
  new Command('token')
    .description('create a token for the APIs of this installation')
    .requiredOption(
      '--scope <scopes>',
      `what its bearer may do, separated by spaces: ${SCOPES.join(', ')}`,
      parsedBy(parseScopes),
    )
    .option('--sub <name>', 'whom it is for (default: your user name)')
    .addOption(
      new Option('--ttl <time>', 'how long it is valid: 90s, 30m, 12h, 7d')
        .argParser(parsedBy(parseTtl))
        .default(parseTtl('1h'), '1h'),
    )
    .action(
      run(async ({ terminal, env, now }, { scope, sub, ttl }) => {
        const request = { scopes: scope, ttlSeconds: ttl, ...(sub && { subject: sub }) };
        try {
          terminal.raw(await mintInstallationToken(request, env, ROOT_DIR, now));
        } catch (error) {
          throw new NoTokenError((error as Error).message);
        }
      }),
    );
