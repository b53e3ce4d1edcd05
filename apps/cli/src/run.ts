import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { candidatesFor } from './completion/candidates.js';
import { COMPLETE } from './completion/shell-script.js';
import { createContext, type GlobalOptions, type Run, type Surroundings } from './context.js';
import { EXIT, type ExitCode, exitCodeOf, explainError, UsageError, withoutTokens } from './errors.js';
import { pathOf } from './help.js';
import { createProgram } from './program.js';
import { createTerminal, type Streams } from './terminal/terminal.js';

/** One call of the command line, from its arguments to its exit code. */
export async function run(argv: string[], surroundings: Surroundings): Promise<ExitCode> {
  const { env, streams, signal } = surroundings;
  let exitCode: ExitCode = EXIT.ok;
  let path = 'feedwarden';
  let token = env.FEEDWARDEN_TOKEN;
  const runHandler: Run =
    (handler) =>
    async (...all) => {
      const command = all.at(-1) as CommandUnknownOpts;
      const options = command.optsWithGlobals() as GlobalOptions;
      path = pathOf(command);
      token = options.token ?? token;
      exitCode = (await handler(createContext(options, surroundings), ...all)) ?? EXIT.ok;
    };
  try {
    const program = createProgram(runHandler);
    if (argv[0] === COMPLETE) return complete(program, argv.slice(1), streams);
    connect(program, streams);
    await program.parseAsync(argv.length > 0 ? argv : ['--help'], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const terminal = createTerminal(streams, { json: false, env, signal });
    terminal.progress(null);
    if (signal.aborted) {
      terminal.note('feedwarden: cancelled');
      return EXIT.cancelled;
    }
    if (error instanceof ParseError) path = error.path;
    if (!(error instanceof ParseError && error.message === ''))
      terminal.note(withoutTokens(explainError(error, path), [token, tokenIn(argv)]));
    return exitCodeOf(error);
  }
}

function complete(program: CommandUnknownOpts, words: string[], { stdout }: Streams): ExitCode {
  for (const { value, description } of candidatesFor(program, words))
    stdout.write(`${value}\t${description}\n`);
  return EXIT.ok;
}

/** The arguments cannot be understood; the message is empty when the help was shown instead. */
class ParseError extends UsageError {
  readonly path: string;
  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

/** Commander ends nothing and prints only help: its errors are ours, with the command they are about. */
function connect(command: CommandUnknownOpts, streams: Streams): void {
  command.configureOutput({
    writeOut: (text) => void streams.stdout.write(text),
    writeErr: (text) => void streams.stderr.write(text),
    outputError: () => {},
    getOutHelpWidth: () => streams.stdout.columns || 80,
    getErrHelpWidth: () => streams.stderr.columns || 80,
  });
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error;
    const isHelp = error.code === 'commander.help';
    // What stands behind an unknown option may be secret: `--tokn=…`.
    const message = error.message
      .replace(/^error: /, '')
      .replace(/(unknown option '--[^='\n]*)=[^'\n]*/, '$1');
    throw new ParseError(isHelp ? '' : message, pathOf(command));
  });
  for (const child of command.commands) connect(child, streams);
}

const tokenIn = (argv: string[]): string | undefined =>
  argv.find((_arg, at) => argv[at - 1] === '--token') ??
  argv.find((arg) => arg.startsWith('--token='))?.slice('--token='.length);
