import type { StartedProcess } from './instance-lock.js';
import { inspectProcess, isSameProcess } from './process-info.js';
import { stopProcess } from './service-process.js';

const STOP_DEADLINE_MS = 20_000;

/** Ends the services of a launcher that was killed: they would hold their ports for ever. */
export async function stopLeftovers(
  leftovers: StartedProcess[],
  { entryPoints, atOnce }: { entryPoints: Record<string, string>; atOnce: AbortSignal },
): Promise<void> {
  for (const leftover of leftovers.toReversed()) {
    if (!isOurs(leftover, entryPoints[leftover.name])) continue;
    console.log(
      `Stopping ${leftover.name} (process ${leftover.pid}), left over from a start that was killed.`,
    );
    await stopProcess(leftover, {
      deadlineMs: STOP_DEADLINE_MS,
      onSlow: () => console.log(`Still waiting for ${leftover.name} (process ${leftover.pid}) to stop.`),
      atOnce,
    });
  }
}

// A pid alone proves nothing after a while: the system gives it to the next process.
function isOurs(leftover: StartedProcess, entryPoint: string | undefined): boolean {
  if (entryPoint === undefined || !isSameProcess(leftover)) return false;
  return inspectProcess(leftover.pid)?.command?.includes(` ${entryPoint} `) ?? false;
}
