import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds and memory of a process and all below it, from Linux's /proc. */
export interface Usage {
  cpuSeconds: number;
  residentMb: number;
}

/** Of what USER_HZ is on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export function usageOf(pid: number): Usage {
  const processes = readProcesses();
  const tree = [pid];
  for (const parent of tree) for (const [child, { ppid }] of processes) if (ppid === parent) tree.push(child);
  let ticks = 0;
  let kilobytes = 0;
  for (const member of tree) {
    // A finished child's time is part of its parent's; what runs counts its own.
    ticks += processes.get(member)?.ticks ?? 0;
    kilobytes += residentKb(member);
  }
  return { cpuSeconds: ticks / TICKS_PER_SECOND, residentMb: kilobytes / 1024 };
}

function readProcesses(): Map<number, { ppid: number; ticks: number }> {
  const processes = new Map<number, { ppid: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readIfThere(`/proc/${name}/stat`) : null;
    if (stat === null) continue;
    // The name of the command, in brackets, may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [ppid = 0] = fields.slice(1);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    processes.set(Number(name), { ppid, ticks });
  }
  return processes;
}

function residentKb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
