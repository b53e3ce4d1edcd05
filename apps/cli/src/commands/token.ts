import { SCOPES } from '@feedwarden/contracts';
import { mintInstallationToken, parseScopes, parseTtl } from '@feedwarden/standalone/installation-token';
import type { Call, Command } from '../command.js';
import { ROOT_DIR } from '../connection.js';
import { EXIT, NoTokenError, UsageError } from '../exit-codes.js';

export const tokenCommand: Command = {
  name: 'token',
  summary: 'Print a token for the APIs of this installation',
  args: '',
  argCount: [0, 0],
  options: {
    scope: { type: 'string', value: '"A B"', help: `what the bearer may do: ${SCOPES.join(', ')}` },
    sub: { type: 'string', value: 'NAME', help: 'whom it is for (default: your user name)' },
    ttl: { type: 'string', value: 'TIME', help: 'how long it is good for: 90s, 30m, 12h, 7d (default: 1h)' },
  },
  async run({ call, terminal, now }) {
    const request = requestOf(call);
    try {
      terminal.out(await mintInstallationToken(request, process.env, ROOT_DIR, now));
    } catch (error) {
      throw new NoTokenError((error as Error).message);
    }
    return EXIT.ok;
  },
};

function requestOf(call: Call) {
  const [scope, subject] = [call.text('scope'), call.text('sub')];
  if (scope === undefined) throw new UsageError('--scope is missing');
  try {
    const ttlSeconds = parseTtl(call.text('ttl') ?? '1h');
    return { scopes: parseScopes(scope), ttlSeconds, ...(subject && { subject }) };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
