import { Command } from '@commander-js/extra-typings';
import { SCOPES } from '@feedwarden/contracts';
import { mintLoginLink, PERSON_SCOPES, parseScopes } from '@feedwarden/installation';
import { ROOT_DIR } from '../connection.js';
import type { Run } from '../context.js';
import { NoTokenError } from '../errors.js';
import { parsedBy } from '../options/values.js';

export const loginCommand = (run: Run) =>
  new Command('login')
    .description('print a link that logs in to the dashboard, once, within ten minutes')
    .option(
      '--scope <scopes>',
      `what its bearer may do, separated by spaces: ${SCOPES.join(', ')} (default: ${PERSON_SCOPES.join(' ')})`,
      parsedBy(parseScopes),
    )
    .option('--sub <name>', 'whom it is for (default: your user name)')
    .action(
      run(async ({ terminal, env, now }, { scope, sub }) => {
        try {
          const request = { ...(scope && { scopes: scope }), ...(sub && { subject: sub }) };
          terminal.raw(await mintLoginLink(request, env, ROOT_DIR, now));
        } catch (error) {
          throw new NoTokenError((error as Error).message);
        }
      }),
    );
