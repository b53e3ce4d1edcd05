import type { Command } from './command.js';
import { discoverCommand } from './commands/discover.js';
import { pollCommand } from './commands/poll.js';
import { postsCommand } from './commands/posts.js';
import { sourcesAddCommand } from './commands/sources-add.js';
import { sourcesExportCommand } from './commands/sources-export.js';
import { sourcesImportCommand } from './commands/sources-import.js';
import { sourcesListCommand } from './commands/sources-list.js';
import { sourcesRemoveCommand } from './commands/sources-remove.js';
import { sourcesShowCommand } from './commands/sources-show.js';
import { sourcesDisableCommand, sourcesEnableCommand } from './commands/sources-switch.js';
import { tokenCommand } from './commands/token.js';

/** In the order of the help. */
export const COMMANDS: Command[] = [
  sourcesListCommand,
  sourcesShowCommand,
  sourcesAddCommand,
  sourcesEnableCommand,
  sourcesDisableCommand,
  sourcesRemoveCommand,
  sourcesImportCommand,
  sourcesExportCommand,
  discoverCommand,
  pollCommand,
  postsCommand,
  tokenCommand,
];
