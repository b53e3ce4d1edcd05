import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WATCH_PARENT } from './protocol.js';

export interface LaunchOptions {
  /** The module that calls `serveTasks`. */
  entry: URL;
  /** For what JavaScript allocates; buffers and code come on top. */
  heapMb: number;
}

const SHELL = '/bin/sh';
/** Threads, code, buffers and the young generation. A reader that does nothing has about 80 MB of them. */
const BESIDE_THE_HEAP_MB = 256;

/**
 * What a shell can do and Node cannot: no core file for every document that kills its reader, a limit for memory that
 * is not on the heap, the first place when the system runs out of memory, and an end together with the parent. Each is
 * left out where the system has no such thing.
 */
const SCRIPT = `
trap '' INT TERM HUP
exec 5>&2 2>/dev/null
ulimit -c 0
ulimit -d "$1"
echo 1000 > /proc/self/oom_score_adj
watch=$2
shift 2
if setpriv --pdeathsig KILL true; then set -- setpriv --pdeathsig KILL "$@"; else set -- "$@" "$watch"; fi
exec "$@" 2>&5 5>&-
`;

/** Starts a process that reads. It gets nothing of our environment: no secret, and no setting that changes how it reads. */
export function launchReader({ entry, heapMb }: LaunchOptions): ChildProcess {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
    fileURLToPath(entry),
  ];
  const watch = `${WATCH_PARENT}${process.pid}`;
  const [command = '', ...args] = existsSync(SHELL)
    ? [SHELL, '-c', SCRIPT, 'reader', String((heapMb + BESIDE_THE_HEAP_MB) * 1024), watch, ...node]
    : [...node, watch];
  return spawn(command, args, {
    cwd: '/',
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
}
