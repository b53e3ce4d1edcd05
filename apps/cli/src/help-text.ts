import type { Command, Option } from './command.js';
import { EXIT_HELP, UsageError } from './exit-codes.js';
import { GLOBAL_OPTIONS } from './parse-call.js';

/** The help for a command, a group of commands, or all of them. */
export function helpText(words: string[], commands: Command[]): string {
  const command = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
  if (command) return helpOf(command);
  const group = words[0] ? commands.filter(({ name }) => name.startsWith(`${words[0]} `)) : commands;
  if (group.length === 0) throw new UsageError(`there is no command "${words[0]}"`);
  const rows = group.map(({ name, args, summary }): [string, string] => [`${name} ${args}`.trim(), summary]);
  const title = words[0]
    ? `feedwarden ${words[0]} …`
    : 'feedwarden: sources, polls and posts from the command line.';
  return [title, '', aligned(rows), '', 'Everywhere:', optionLines(GLOBAL_OPTIONS), '', EXIT_HELP].join('\n');
}

function helpOf({ name, args, summary, options, notes }: Command): string {
  const own = Object.keys(options).length > 0 ? ['', optionLines(options)] : [];
  const more = notes ? ['', notes] : [];
  return [
    `feedwarden ${name} ${args}`.trim(),
    '',
    summary,
    ...own,
    ...more,
    '',
    'Everywhere:',
    optionLines(GLOBAL_OPTIONS),
    '',
    EXIT_HELP,
  ].join('\n');
}

const optionLines = (options: Record<string, Option>) =>
  aligned(
    Object.entries(options).map(([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help]),
  );

function aligned(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
