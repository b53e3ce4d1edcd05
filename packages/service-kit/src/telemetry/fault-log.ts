import { reasonOf } from './describe-error.js';
import type { Logger } from './logger.js';

/** A fault that shows in many places at once, such as a database that is down. It is one fault, whatever fails by it. */
export interface SharedFault {
  causes(error: unknown): boolean;
  begins: string;
  ends: string;
  level: 'warn' | 'error';
}

/** Faults that come again and again are logged when they begin and when they are over, and counted in between. */
export interface FaultLog {
  /** Something has just failed: `what` is like `cannot claim hosts`, `about` is logged with it. */
  report(what: string, error: unknown, about?: object): void;
  /** The same has just succeeded. */
  over(what: string): void;
}

interface Fault {
  shared: SharedFault | null;
  what: string;
  since: number;
  failures: number;
  lastAt: number;
  /** What fails by it, and when that failed last. */
  failing: Map<string, number>;
}

/** A success soon after a failure does not mean that it is over: on a full disk, some writes succeed. */
const QUIET_MS = 10_000;
/** What has not been tried for this long does not keep a fault open. */
const FORGET_MS = 5 * 60_000;
/** Errors with ever new texts must not fill the memory. */
const MAX_FAULTS = 100;

export function createFaultLog(
  logger: Logger,
  sharedFaults: readonly SharedFault[] = [],
  now: () => number = Date.now,
): FaultLog {
  const faults = new Map<string, Fault>();

  function open(key: string, fault: Fault, error: unknown, about: object): void {
    const [oldest] = faults.keys();
    if (oldest !== undefined && faults.size >= MAX_FAULTS) faults.delete(oldest);
    faults.set(key, fault);
    const { shared, what } = fault;
    if (shared) logger[shared.level]({ ...about, fault: what, err: error }, shared.begins);
    else logger.error({ ...about, err: error }, what);
  }

  function close(key: string, { shared, what, failures, since, lastAt }: Fault): void {
    faults.delete(key);
    const seconds = Math.round((lastAt - since) / 1000);
    logger.info({ failures, seconds }, shared?.ends ?? `over: ${what}`);
  }

  return {
    report(what, error, about = {}) {
      const at = now();
      const shared = sharedFaults.find(({ causes }) => causes(error)) ?? null;
      const key = shared?.begins ?? `${what}: ${reasonOf(error)}`;
      const known = faults.get(key);
      const isOld = known !== undefined && at - known.lastAt > FORGET_MS;
      if (isOld) close(key, known);
      const fault =
        known && !isOld ? known : { shared, what, since: at, failures: 0, lastAt: at, failing: new Map() };
      if (fault !== known) open(key, fault, error, about);
      fault.failures += 1;
      fault.lastAt = at;
      fault.failing.set(what, at);
    },

    over(what) {
      const at = now();
      for (const [key, fault] of faults) {
        if (!fault.failing.has(what) || at - fault.lastAt < QUIET_MS) continue;
        fault.failing.delete(what);
        for (const [other, lastAt] of fault.failing) if (at - lastAt > FORGET_MS) fault.failing.delete(other);
        if (fault.failing.size === 0) close(key, fault);
      }
    },
  };
}
