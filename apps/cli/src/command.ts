import type { CrawlerClient, SourceClient } from '@feedwarden/client';
import type { ExitCode } from './exit-codes.js';
import type { Terminal } from './terminal.js';

export interface Option {
  type: 'string' | 'boolean';
  /** How the value is written in the help. */
  value?: string;
  help: string;
  multiple?: boolean;
}

/** What a command was called with. */
export interface Call {
  args: string[];
  text(option: string): string | undefined;
  texts(option: string): string[];
  flag(option: string): boolean;
}

export interface Context {
  call: Call;
  terminal: Terminal;
  sources: SourceClient;
  crawler: CrawlerClient;
  signal: AbortSignal;
  now: Date;
}

/** One row of the table of commands: the help and the reading of arguments are made from it. */
export interface Command {
  /** The words that call it. */
  name: string;
  summary: string;
  /** Its arguments as the help writes them: `<source>`, `[source…]`. */
  args: string;
  /** How many there may be. */
  argCount: [least: number, most: number];
  options: Record<string, Option>;
  /** More for its help. */
  notes?: string;
  run(context: Context): Promise<ExitCode>;
}
