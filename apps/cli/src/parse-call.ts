import { parseArgs } from 'node:util';
import type { Call, Command, Option } from './command.js';
import { UsageError } from './exit-codes.js';

export const GLOBAL_OPTIONS: Record<string, Option> = {
  json: { type: 'boolean', help: 'JSON, as when the output is piped' },
  token: {
    type: 'string',
    value: 'TOKEN',
    help: 'else FEEDWARDEN_TOKEN, else one made from the secrets in DATA_DIR',
  },
  'source-manager-url': {
    type: 'string',
    value: 'URL',
    help: 'else SOURCE_MANAGER_URL, else http://127.0.0.1:4100',
  },
  'crawler-url': { type: 'string', value: 'URL', help: 'else CRAWLER_URL, else http://127.0.0.1:4200' },
  help: { type: 'boolean', help: 'what can be said here' },
};

export type Choice =
  | { kind: 'help'; words: string[] }
  | { kind: 'command'; command: Command; rest: string[] };

/** Which command is meant, and what else was said. */
export function chooseCommand(argv: string[], commands: Command[]): Choice {
  const words = leadingWords(argv);
  const wantsHelp = argv.includes('--help') || argv.includes('-h') || argv.length === 0;
  const command = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
  if (wantsHelp || words[0] === 'help')
    return { kind: 'help', words: words.filter((word) => word !== 'help') };
  if (!command) throw unknownCommand(words, commands);
  return { kind: 'command', command, rest: withoutWords(argv, command.name.split(' ').length) };
}

/** What a command was called with, as far as its row in the table can tell right from wrong. */
export function readCall(args: string[], command: Command): Call {
  const call = readOptions(args, command);
  const [least, most] = command.argCount;
  if (call.args.length < least) throw new UsageError(`${command.args} is missing`);
  if (call.args.length > most) throw new UsageError(`"${call.args[most]}" is one argument too many`);
  return call;
}

function readOptions(args: string[], command: Command): Call {
  const options = { ...command.options, ...GLOBAL_OPTIONS };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true });
    return {
      args: positionals,
      text: (name) => values[name] as string | undefined,
      texts: (name) => (values[name] as string[] | undefined) ?? [],
      flag: (name) => values[name] === true,
    };
  } catch (error) {
    // Node's messages go on with advice that fits a programmer; the first sentence names the option.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** The words before and between options; a value of an option may be among them, but commands come first. */
const leadingWords = (argv: string[]) => argv.filter((arg) => !arg.startsWith('-'));

function withoutWords(argv: string[], count: number): string[] {
  let left = count;
  return argv.filter((arg) => arg.startsWith('-') || left-- <= 0);
}

function unknownCommand(words: string[], commands: Command[]): UsageError {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name);
  if (words.length === 0) return new UsageError('name a command');
  if (group.length === 0) return new UsageError(`there is no command "${words[0]}"`);
  return new UsageError(
    `there is no command "${words.slice(0, 2).join(' ')}"; there are: ${group.join(', ')}`,
  );
}
