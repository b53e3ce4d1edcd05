import { readFileSync } from 'node:fs';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { completionCommand } from './commands/completion.js';
import { demoFeedCommand } from './commands/demo-feed.js';
import { discoverCommand } from './commands/discover.js';
import { eventsCommand } from './commands/events.js';
import { extractCommand } from './commands/extract.js';
import { incidentsCommand } from './commands/incidents.js';
import { loginCommand } from './commands/login.js';
import { policiesCommand } from './commands/policies.js';
import { pollCommand } from './commands/poll.js';
import { postsCommand } from './commands/posts.js';
import { addCommand } from './commands/sources/add.js';
import { explainCommand } from './commands/sources/explain.js';
import { exportCommand } from './commands/sources/export.js';
import { importCommand } from './commands/sources/import.js';
import { listCommand } from './commands/sources/list.js';
import { removeCommand } from './commands/sources/remove.js';
import { showCommand } from './commands/sources/show.js';
import {
  disableCommand,
  enableCommand,
  quarantineCommand,
  releaseCommand,
} from './commands/sources/switch.js';
import { tokenCommand } from './commands/token.js';
import { webhooksCommand } from './commands/webhooks.js';
import type { DefineCommand, Run } from './context.js';
import { exitCodeHelp, helpFormat } from './help.js';

/** In the order of the help. */
const SOURCES: DefineCommand[] = [
  listCommand,
  showCommand,
  explainCommand,
  addCommand,
  enableCommand,
  disableCommand,
  quarantineCommand,
  releaseCommand,
  removeCommand,
  importCommand,
  exportCommand,
];
const COMMANDS: DefineCommand[] = [
  discoverCommand,
  pollCommand,
  postsCommand,
  eventsCommand,
  incidentsCommand,
  policiesCommand,
  webhooksCommand,
  extractCommand,
  loginCommand,
  tokenCommand,
  demoFeedCommand,
  completionCommand,
];

/** All that can be called; `run` is how a command gets what it works with. */
export function createProgram(run: Run): CommandUnknownOpts {
  const sources = new Command('sources').description('what is polled, and whether it may be');
  for (const define of SOURCES) sources.addCommand(define(run));
  const program = new Command('feedwarden')
    .description('Sources, polls and posts from the command line.')
    .version(version(), '--version', 'print the version')
    .option('--json', 'print JSON, as when the output is piped')
    .option('--token <token>', 'default: FEEDWARDEN_TOKEN, else one made with the secrets in DATA_DIR')
    .option('--source-manager-url <url>', 'default: SOURCE_MANAGER_URL, else http://127.0.0.1:4100')
    .option('--crawler-url <url>', 'default: CRAWLER_URL, else http://127.0.0.1:4200')
    .helpOption('-h, --help', 'show this help')
    .configureHelp(helpFormat)
    .addHelpText('after', exitCodeHelp())
    .addCommand(sources);
  for (const define of COMMANDS) program.addCommand(define(run));
  inherit(program);
  return program;
}

function inherit(command: CommandUnknownOpts): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inherit(child);
  }
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
