import { totalmem } from 'node:os';

/** Enough for a machine without much memory, and more than one machine can poll at once. */
const FEWEST = 50;
const MOST = 500;
/** Each host may hold a body of the largest size, and as many hosts may be slow besides. */
const PART_OF_MEMORY = 0.25;

/** How many hosts may be polled at once, so that not even their largest bodies fill the memory. */
export function hostsInMemory(memoryBytes: number, largestBodyBytes: number): number {
  const hosts = Math.floor((memoryBytes * PART_OF_MEMORY) / largestBodyBytes);
  return Math.min(Math.max(hosts, FEWEST), MOST);
}

/** What this process may have: a container may have less than its machine. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
