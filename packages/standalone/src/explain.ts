import { inspect } from 'node:util';

/** Our errors are sentences for the person at the terminal; whatever has no text is shown whole. */
export function explain(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : inspect(error);
}
