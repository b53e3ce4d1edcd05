import { type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';

export interface Candidate {
  value: string;
  description: string;
}

const help = new Help();
help.showGlobalOptions = true;

/** What may stand where the last of the words is; none means that a file may, or anything. */
export function candidatesFor(program: CommandUnknownOpts, words: string[]): Candidate[] {
  const current = words.at(-1) ?? '';
  const { command, awaiting, position } = readWords(program, words.slice(0, -1));
  return possible(command, awaiting, position, current).filter(({ value }) => value.startsWith(current));
}

interface Place {
  command: CommandUnknownOpts;
  /** The option whose value comes next. */
  awaiting: Option | null;
  /** How many arguments the command has already. */
  position: number;
}

function readWords(program: CommandUnknownOpts, words: string[]): Place {
  const place: Place = { command: program, awaiting: null, position: 0 };
  for (const word of words) {
    const child = place.command.commands.find((one) => one.name() === word);
    if (place.awaiting) place.awaiting = null;
    else if (word.startsWith('-'))
      place.awaiting =
        optionsOf(place.command).find((one) => [one.long, one.short].includes(word) && takesValue(one)) ??
        null;
    else if (child) place.command = child;
    else place.position += 1;
  }
  return place;
}

function possible(
  command: CommandUnknownOpts,
  awaiting: Option | null,
  position: number,
  current: string,
): Candidate[] {
  if (awaiting) return choices(awaiting.argChoices, current);
  if (current.startsWith('-'))
    return optionsOf(command).map(({ long, short, description }) => ({
      value: long ?? short ?? '',
      description,
    }));
  if (command.commands.length > 0)
    return command.commands.map((child) => ({ value: child.name(), description: child.description() }));
  return choices(command.registeredArguments[position]?.argChoices, current);
}

/** In `healthy,fail` it is the last part that is completed. */
function choices(values: readonly string[] | undefined, current: string): Candidate[] {
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  return (values ?? []).map((value) => ({ value: before + value, description: '' }));
}

const takesValue = (option: Option): boolean => option.required || option.optional;

const optionsOf = (command: CommandUnknownOpts): Option[] => [
  ...help.visibleOptions(command),
  ...help.visibleGlobalOptions(command),
];
