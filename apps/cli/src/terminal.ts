import { createInterface } from 'node:readline/promises';

/** Where a command writes, and what it may assume of who reads. */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** What people want to know besides. */
  note(text: string): void;
  /** Whether a person reads the results: else they are JSON. */
  isHuman: boolean;
  colours: boolean;
  width: number;
  progress(text: string | null): void;
  /** null: nobody is there to answer. */
  ask: ((question: string) => Promise<string>) | null;
}

/** `\r` and "erase to the end of the line". */
const REWRITE = '\r\x1b[K';

export function processTerminal(json: boolean, env: NodeJS.ProcessEnv, signal: AbortSignal): Terminal {
  const { stdout, stderr, stdin } = process;
  const isHuman = stdout.isTTY === true && !json;
  return {
    out: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    isHuman,
    colours: isHuman && !env.NO_COLOR && env.TERM !== 'dumb',
    width: stdout.columns || 80,
    progress: (text) => {
      if (stderr.isTTY)
        stderr.write(text === null ? REWRITE : `${REWRITE}${text.slice(0, (stderr.columns || 80) - 1)}`);
    },
    ask: stdin.isTTY && stderr.isTTY ? (question) => ask(question, signal) : null,
  };
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal hands ctrl-C to whoever reads lines from it.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}
