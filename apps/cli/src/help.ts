import type { Argument, CommandUnknownOpts, HelpConfiguration, Option } from '@commander-js/extra-typings';
import { EXIT_MEANINGS } from './errors.js';

/** `feedwarden sources list` */
export const pathOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** The commands that do something, not the groups that they stand in. */
export const leavesOf = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.flatMap((child) => (child.commands.length > 0 ? leavesOf(child) : [child]));

/** `sources add <url>` */
export const termOf = (command: CommandUnknownOpts): string =>
  [
    ...pathOf(command).split(' ').slice(1),
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
  ].join(' ');

/** What it is, what may stand there, and what it is when it is left out. */
export function describe({
  description,
  argChoices,
  defaultValue,
  defaultValueDescription,
}: Argument | Option): string {
  const choices = argChoices?.filter((choice) => !choice.startsWith('-'));
  const extra = [
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(defaultValue === undefined ? [] : [`default: ${defaultValueDescription ?? defaultValue}`]),
  ];
  return [description, ...(extra.length > 0 ? [`(${extra.join('; ')})`] : [])].filter(Boolean).join(' ');
}

/** The help of the program names every command, not only the groups. */
export const helpFormat: HelpConfiguration = {
  showGlobalOptions: true,
  visibleCommands: (command) => (command.parent ? [...command.commands] : leavesOf(command)),
  subcommandTerm: termOf,
  optionDescription: describe,
  argumentDescription: describe,
};

export function exitCodeHelp(): string {
  const lines = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`);
  return `\nExit codes:\n${lines.join('\n')}`;
}
