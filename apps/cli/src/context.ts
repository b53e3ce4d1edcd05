import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  type CrawlerClient,
  createCrawlerClient,
  createSourceClient,
  type SourceClient,
} from '@feedwarden/client';
import { type ConnectionOptions, connectionOf } from './connection.js';
import type { ExitCode } from './errors.js';
import { createTerminal, type Streams, type Terminal } from './terminal/terminal.js';

/** What every command is given besides its arguments and options. */
export interface Context {
  terminal: Terminal;
  sources: SourceClient;
  crawler: CrawlerClient;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  now: Date;
}

/** The options that every command has. */
export interface GlobalOptions extends ConnectionOptions {
  json?: boolean;
}

/** What a command does; no exit code means that it went well. */
// biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing is a handler, too.
export type Handler<Args extends unknown[]> = (context: Context, ...args: Args) => Promise<ExitCode | void>;

/** Makes commander's action of a handler: commander gives it the arguments, the options and the command. */
export type Run = <Args extends unknown[]>(handler: Handler<Args>) => (...args: Args) => Promise<void>;

/** One row of the list of commands. */
export type DefineCommand = (run: Run) => CommandUnknownOpts;

/** What the command line is called in. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  streams: Streams;
  /** Aborted by ctrl-C. */
  signal: AbortSignal;
}

export function createContext(options: GlobalOptions, { env, streams, signal }: Surroundings): Context {
  const { token, sourceManagerUrl, crawlerUrl } = connectionOf(options, env);
  return {
    terminal: createTerminal(streams, { json: options.json ?? false, env, signal }),
    sources: createSourceClient({ baseUrl: sourceManagerUrl, token }),
    crawler: createCrawlerClient({ baseUrl: crawlerUrl, token }),
    env,
    signal,
    now: new Date(),
  };
}
