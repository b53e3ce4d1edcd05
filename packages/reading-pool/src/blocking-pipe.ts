import { readSync, writeSync } from 'node:fs';
import { REQUESTS_FD, RESPONSES_FD } from './protocol.js';

/** Fills the buffer, waiting for as long as that takes; false: the other end is closed. */
export function readFully(buffer: Buffer): boolean {
  for (let at = 0; at < buffer.length; ) {
    const count = patiently(() => readSync(REQUESTS_FD, buffer, at, buffer.length - at, null));
    if (count === 0) return false;
    at += count;
  }
  return true;
}

export function writeFully(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; )
    at += patiently(() => writeSync(RESPONSES_FD, bytes, at, bytes.length - at));
}

const clock = new Int32Array(new SharedArrayBuffer(4));

/** The pipes block, so that a job starts without a turn of the event loop; where they do not, a nap does. */
function patiently(attempt: () => number): number {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(clock, 0, 0, 5);
    }
  }
}
