import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import {
  hostSchema,
  type SourceFilterInput,
  type SourceStatus,
  type SourceType,
  searchSchema,
  sourceStatusSchema,
  sourceTypeSchema,
} from '@feedwarden/contracts';
import { listOf } from './values.js';

interface FilterOptions {
  status?: SourceStatus[];
  type?: SourceType[];
  host?: string;
  search?: string;
  needsYou?: true;
}

/** Adds the options that choose sources; `filterOf` reads them. */
export function withFilters<
  Args extends unknown[],
  Options extends OptionValues,
  Globals extends OptionValues,
>(command: Command<Args, Options, Globals>) {
  return command
    .addOption(
      new Option('--status <statuses>', 'only these, separated by commas')
        .choices(sourceStatusSchema.options)
        .argParser(listOf(sourceStatusSchema.options)),
    )
    .addOption(
      new Option('--type <types>', 'only these, separated by commas')
        .choices(sourceTypeSchema.options)
        .argParser(listOf(sourceTypeSchema.options)),
    )
    .option('--host <host>', 'only feeds at this host', checkedBy(hostSchema))
    .option('--search <text>', 'only with this text in the name or an address', checkedBy(searchSchema))
    .option('--needs-you', 'only those that no retry will help');
}

export function filterOf({ status, type, host, search, needsYou }: FilterOptions): SourceFilterInput {
  return {
    ...(status && { status }),
    ...(type && { type }),
    ...(host && { host }),
    ...(search && { q: search }),
    ...(needsYou && { needs_you: true }),
  };
}

const checkedBy =
  (schema: typeof hostSchema | typeof searchSchema) =>
  (text: string): string => {
    const { data, error } = schema.safeParse(text);
    if (data !== undefined) return data;
    throw new InvalidArgumentError(`It ${error?.issues[0]?.message}.`);
  };
