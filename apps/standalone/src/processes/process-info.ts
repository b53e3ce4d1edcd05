import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface ProcessInfo {
  /** Opaque, only good for comparing: the same pid with another start is another process. */
  startedAt: string | undefined;
  command: string | undefined;
}

/** A process that was seen to start; its pid may be another process's later. */
export interface StartedProcess {
  name: string;
  pid: number;
  startedAt: string | undefined;
}

/** What is known about a running process, or undefined when there is none. A zombie counts as none. */
export function inspectProcess(pid: number): ProcessInfo | undefined {
  // 0 and negative numbers mean process groups to kill(2), our own among them.
  if (!Number.isInteger(pid) || pid <= 0 || !answersSignals(pid)) return undefined;
  return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid);
}

/** Whether `pid` still is the process that had been seen to start at `startedAt`. */
export function isSameProcess({ pid, startedAt }: Pick<StartedProcess, 'pid' | 'startedAt'>): boolean {
  const now = inspectProcess(pid);
  if (now === undefined) return false;
  return startedAt === undefined || now.startedAt === undefined || now.startedAt === startedAt;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function fromProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name stands in parentheses and may hold spaces and parentheses itself.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return {
      startedAt: rest[18],
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
    };
  } catch {
    // Gone meanwhile, or hidden from us (hidepid).
    return answersSignals(pid) ? { startedAt: undefined, command: undefined } : undefined;
  }
}

/** For systems without /proc, such as macOS. */
export function fromPs(pid: number): ProcessInfo | undefined {
  const { status, stdout } = spawnSync(
    'ps',
    ['-ww', '-o', 'stat=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)],
    { encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } },
  );
  const unknown = { startedAt: undefined, command: undefined };
  if (status !== 0) return answersSignals(pid) ? unknown : undefined;
  const match = /^\s*(\S+)\s+(\w{3} \w{3}\s+\d+ [\d:]+ \d{4})\s+(.*)$/.exec(stdout.trimEnd());
  if (match === null) return unknown;
  return match[1]?.startsWith('Z') ? undefined : { startedAt: match[2], command: `${match[3]} ` };
}
