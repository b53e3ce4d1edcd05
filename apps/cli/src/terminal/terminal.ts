import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { onlyColours } from './paint.js';
import type { Look } from './table.js';
import { cutTo, oneLine } from './text.js';

/** What the process is connected to. */
export interface Streams {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
}
type Output = Writable & { isTTY?: boolean; columns?: number };

/** Where a command writes, and who reads it. */
export interface Terminal {
  /** What was asked for: words for a person (null: nothing), JSON for a program. */
  result(value: unknown, forPerson: (look: Look) => string | null): void;
  /** What is the same for both: a token, an OPML file. */
  raw(text: string): void;
  /** What a person wants to know besides; never on stdout. */
  note(text: string): void;
  /** One line that is written over again and again; null removes it. */
  progress(text: string | null): void;
  /** null: there is nobody to ask. */
  ask: ((question: string) => Promise<string>) | null;
  /** Whether a person reads the result. */
  isPerson: boolean;
  look: Look;
  input: Readable;
}

/** `\r` and "erase to the end of the line". */
const REWRITE = '\r\x1b[K';

export function createTerminal(
  { stdin, stdout, stderr }: Streams,
  { json, env, signal }: { json: boolean; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Terminal {
  const isPerson = stdout.isTTY === true && !json;
  const look = {
    width: stdout.columns || 80,
    colours: isPerson && !env.NO_COLOR && env.TERM !== 'dumb',
  };
  const raw = (text: string) => void stdout.write(`${stdout.isTTY ? onlyColours(text) : text}\n`);
  const note = (text: string) => void stderr.write(`${onlyColours(text)}\n`);
  return {
    result: (value, forPerson) => {
      const text = isPerson ? forPerson(look) : toJson(value);
      if (text !== null) raw(text);
    },
    raw,
    note,
    progress: (text) => {
      if (!stderr.isTTY) return;
      const line = text === null ? '' : cutTo(oneLine(text), (stderr.columns || 80) - 1);
      stderr.write(`${REWRITE}${line}`);
    },
    ask: stdin.isTTY && stderr.isTTY ? (question) => ask(onlyColours(question), stdin, stderr, signal) : null,
    isPerson,
    look,
    input: stdin,
  };
}

/** JSON leaves some control characters as they are; a terminal may show it, too. */
function toJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escaped);
}

async function ask(
  question: string,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input, output });
  // The terminal hands ctrl-C to whoever reads lines from it.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}
