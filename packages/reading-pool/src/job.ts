import { encodeRequest } from './protocol.js';
import type { ReadingResult } from './task.js';

/** One document on its way through the pool. */
export interface Job {
  readonly header: Buffer;
  readonly body: Uint8Array;
  /** It takes longer than most. */
  isSlow: boolean;
  /** Its reader was killed from outside once before. */
  wasInterrupted: boolean;
  isOver: boolean;
  settle(result: ReadingResult): void;
  fail(error: unknown): void;
}

export interface JobOptions {
  task: string;
  input: unknown;
  bytes: Uint8Array;
  maxResultBytes: number;
  signal: AbortSignal | undefined;
}

/** `onAbort`: nobody wants the result any more. */
export function createJob(
  { task, input, bytes, maxResultBytes, signal }: JobOptions,
  onAbort: (job: Job) => void,
): { job: Job; result: Promise<ReadingResult> } {
  const { promise, resolve, reject } = withResolvers<ReadingResult>();
  const end = (how: () => void) => {
    if (job.isOver) return;
    job.isOver = true;
    signal?.removeEventListener('abort', abort);
    how();
  };
  const job: Job = {
    header: encodeRequest({ task, input, maxResultBytes }, bytes.length),
    body: bytes,
    isSlow: false,
    wasInterrupted: false,
    isOver: false,
    settle: (result) => end(() => resolve(result)),
    fail: (error) => end(() => reject(error)),
  };
  const abort = () => {
    job.fail(signal?.reason);
    onAbort(job);
  };
  signal?.addEventListener('abort', abort, { once: true });
  return { job, result: promise };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}
