import type { ReadingResult } from './task.js';

export interface Death {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what the process wrote to stderr. */
  lastWords: string;
}

export type Verdict = Exclude<ReadingResult, { kind: 'read' }>;

const OUT_OF_MEMORY = /out of memory|bad_alloc|Cannot allocate memory/i;

/** What the death of a reader says of the document it was reading. */
export function whyItDied(death: Death): Verdict {
  if (OUT_OF_MEMORY.test(death.lastWords) || wasKilledFromOutside(death))
    return { kind: 'too_costly', limit: 'memory', detail: 'out of memory' };
  return { kind: 'crashed', detail: howItEnded(death), lastWords: death.lastWords };
}

/** By nobody here: most likely the system ran out of memory, whoever took it. */
export function wasKilledFromOutside({ signal }: Death): boolean {
  return signal === 'SIGKILL';
}

export function howItEnded({ exitCode, signal }: Death): string {
  return signal ? `ended by ${signal}` : `exit code ${exitCode}`;
}
