import { EXIT_MEANINGS } from '../../apps/cli/dist/errors.js';
import { describe, leavesOf, termOf } from '../../apps/cli/dist/help.js';
import { createProgram } from '../../apps/cli/dist/program.js';
import { page, table } from './markdown.mjs';

/** docs/reference/cli.md, from the commands themselves. */
export function cliReference() {
  const program = createProgram(() => async () => {});
  const commands = leavesOf(program);
  return page(
    'Command line',
    'In the project: `npm run -s feedwarden -- sources list`. After `alias feedwarden="node $PWD/apps/cli/dist/main.js"`: ' +
      '`feedwarden sources list`. Every command explains itself with `--help`.',
    table(
      ['command', ''],
      commands.map((command) => [
        `[\`${termOf(command)}\`](#${anchorOf(command)})`,
        command.summary() || command.description(),
      ]),
    ),
    '## Output and connection',
    'A person gets tables as wide as the terminal, in colours unless `NO_COLOR` is set. When the output is piped, or ' +
      'with `--json`, it is the JSON of the API. Questions, progress and errors go to stderr.',
    'A token on the command line can be seen by other users of the machine; `FEEDWARDEN_TOKEN` cannot. Without ' +
      'either, the command makes a token that is valid for 15 minutes with the secrets in `DATA_DIR`.',
    optionTable(program.options),
    '## Exit codes',
    table(['code', 'meaning'], EXIT_MEANINGS),
    '## Commands',
    ...commands.map(section),
  );
}

const anchorOf = (command) =>
  headingOf(command)
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '-');
const headingOf = (command) => termOf(command).replace(/ [<[].*/, '');

function section(command) {
  const { registeredArguments, options } = command;
  const description = command.description();
  return [
    `### ${headingOf(command)}`,
    `\`\`\`\nfeedwarden ${termOf(command)}${options.length > 0 ? ' [options]' : ''}\n\`\`\``,
    `${description[0].toUpperCase()}${description.slice(1)}${description.endsWith('.') ? '' : '.'}`,
    ...(registeredArguments.length + options.length > 0
      ? [
          table(
            ['', ''],
            [
              ...registeredArguments.map((argument) => [`\`${argument.name()}\``, describe(argument)]),
              ...options.map((option) => [`\`${option.flags}\``, describe(option)]),
            ],
          ),
        ]
      : []),
  ].join('\n\n');
}

const optionTable = (options) =>
  table(
    ['option of every command', ''],
    options.map((option) => [`\`${option.flags}\``, describe(option)]),
  );
