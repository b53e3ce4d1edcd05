import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
const MAPPING = /^([\da-f]+)-([\da-f]+) rwxp /gm;

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
  const dataKb = (heapMb + BESIDE_THE_HEAP_MB + reservedForCodeMb()) * 1024;
  const [command = '', ...args] = existsSync(SHELL)
    ? [SHELL, '-c', SCRIPT, 'reader', String(dataKb), watch, ...node]
    : [...node, watch];
  return spawn(command, args, {
    cwd: '/',
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
}

/**
 * How much memory V8 reserves for code. From Node 24 on it is half a gigabyte, writable although nearly all of it stays
 * empty, so that the system counts it as data. Every process of one version of Node reserves the same.
 */
export function reservedForCodeMb(maps = mapsOfThisProcess()): number {
  const bytes = [...maps.matchAll(MAPPING)].map(
    ([, from, to]) => parseInt(to ?? '', 16) - parseInt(from ?? '', 16),
  );
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 2 ** 20);
}

/** Only Linux has them; elsewhere nothing is reserved that counts. */
function mapsOfThisProcess(): string {
  try {
    return readFileSync('/proc/self/maps', 'utf8');
  } catch {
    return '';
  }
}
