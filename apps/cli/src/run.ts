import { createCrawlerClient, createSourceClient } from '@feedwarden/client';
import { COMMANDS } from './commands.js';
import { connectionOf } from './connection.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.js';
import { explainError } from './explain-error.js';
import { helpText } from './help-text.js';
import { chooseCommand, readCall } from './parse-call.js';
import { processTerminal } from './terminal.js';

/** One call of the command line, from its arguments to its exit code. */
export async function run(argv: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<ExitCode> {
  const terminal = processTerminal(argv.includes('--json'), env, signal);
  let commandName = 'feedwarden';
  try {
    const choice = chooseCommand(argv, COMMANDS);
    if (choice.kind === 'help') {
      terminal.out(helpText(choice.words, COMMANDS));
      return EXIT.ok;
    }
    const { command, rest } = choice;
    commandName = `feedwarden ${command.name}`;
    const call = readCall(rest, command);
    const { token, sourceManagerUrl, crawlerUrl } = connectionOf(call, env);
    const sources = createSourceClient({ baseUrl: sourceManagerUrl, token });
    const crawler = createCrawlerClient({ baseUrl: crawlerUrl, token });
    return await command.run({ call, terminal, sources, crawler, signal, now: new Date() });
  } catch (error) {
    terminal.progress(null);
    if (signal.aborted) {
      terminal.note('feedwarden: cancelled.');
      return EXIT.cancelled;
    }
    terminal.note(explainError(error, commandName));
    return exitCodeOf(error);
  }
}
