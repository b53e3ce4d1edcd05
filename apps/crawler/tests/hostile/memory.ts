import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes that are still needed once everything else was thrown away: of the heap, and of buffers beside it. */
export async function collectedMemory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    // What garbage held on to (sockets, zlib) is let go of in turns of the loop.
    await new Promise((turn) => setTimeout(turn, 20));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
