import type { Response } from 'express';

/** Aborted when nobody waits for the answer any more: long work then ends at the next good place. */
export function callerLeft(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  return left.signal;
}
