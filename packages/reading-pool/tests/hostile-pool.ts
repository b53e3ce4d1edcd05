import { createReadingPool, type ReadingPoolOptions } from '@feedwarden/reading-pool';

type Deed =
  | 'echo'
  | 'pid'
  | 'environment'
  | 'grow'
  | 'growOutsideTheHeap'
  | 'growAString'
  | 'recurse'
  | 'loop'
  | 'backtrack'
  | 'neverEnds'
  | 'abort'
  | 'exit'
  | 'throwLater'
  | 'throw'
  | 'hugeResult'
  | 'announceTooMuch'
  | 'items'
  | 'work';
interface Task {
  input: { text?: string; count?: number; ms?: number };
  value: unknown;
  item: unknown;
}
export type HostileTasks = Record<Deed, Task>;

export const HOSTILE_TASKS = new URL('./hostile-tasks.mjs', import.meta.url);
const NOTHING = Buffer.alloc(0);

/** A pool whose documents do what they are called. */
export function openHostilePool(options: Partial<ReadingPoolOptions> = {}) {
  const troubles: Error[] = [];
  const pool = createReadingPool<HostileTasks>({
    entry: HOSTILE_TASKS,
    readers: 2,
    onTrouble: (error) => troubles.push(error),
    ...options,
    limits: {
      deadlineMs: 1500,
      patienceMs: 700,
      heapMb: 64,
      maxResultBytes: 8 * 1024 * 1024,
      ...options.limits,
    },
  });
  const run = (task: Deed, input: Task['input'] = {}, signal?: AbortSignal) =>
    pool.run({ task, input, bytes: NOTHING }, signal ? { signal } : {});
  const readValue = async (task: Deed, input: Task['input'] = {}) => {
    const result = await run(task, input);
    return result.kind === 'read' ? result.value : result;
  };
  return { pool, run, readValue, troubles };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
