import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomically } from '@feedwarden/installation';
import { inspectProcess, isSameProcess, type StartedProcess } from './process-info.js';

interface LockRecord {
  pid: number;
  startedAt: string | undefined;
  addresses: string[];
  children: StartedProcess[];
}

export interface InstanceLock {
  /** What a killed owner of this lock had started and could not stop. */
  leftovers: StartedProcess[];
  update(change: Partial<Pick<LockRecord, 'addresses' | 'children'>>): void;
  release(): void;
}

export class AlreadyRunningError extends Error {
  constructor(owner: LockRecord, dataDir: string) {
    const where = owner.addresses.length > 0 ? ` at ${owner.addresses.join(' and ')}` : '';
    super(`Feedwarden already runs on ${dataDir} as process ${owner.pid}${where}.`);
  }
}

const ATTEMPTS = 40;
const RETRY_MS = 50;
const ABANDONED_TAKEOVER_MS = 5_000;

export async function acquireInstanceLock(dataDir: string): Promise<InstanceLock> {
  const path = join(dataDir, 'feedwarden.lock');
  const mine: LockRecord = {
    pid: process.pid,
    startedAt: inspectProcess(process.pid)?.startedAt,
    addresses: [],
    children: [],
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (createExclusively(path, JSON.stringify(mine))) return hold(path, mine);
    const text = readIfPresent(path);
    const owner = parseRecord(text);
    if (owner !== undefined && isSameProcess(owner)) throw new AlreadyRunningError(owner, dataDir);
    // An unreadable lock may be one that another start is writing at this moment.
    const isStale = owner !== undefined || attempt > ATTEMPTS / 2;
    if (text !== undefined && isStale) {
      const inherited = { ...mine, children: owner?.children ?? [] };
      if (takeOver(path, text, inherited)) return hold(path, inherited);
    }
    await sleep(RETRY_MS);
  }
  throw new Error(
    `The lock ${path} could not be taken. If no Feedwarden runs on this folder, remove the file.`,
  );
}

function hold(path: string, initial: LockRecord): InstanceLock {
  let record = initial;
  return {
    leftovers: initial.children,
    update(change) {
      record = { ...record, ...change };
      writeFileAtomically(path, JSON.stringify(record), 0o644);
    },
    release() {
      if (parseRecord(readIfPresent(path))?.pid === process.pid) rmSync(path, { force: true });
    },
  };
}

// Replaces the dead owner's file in place. Removing it first would let two starts, both of which saw
// the same dead owner, remove each other's new lock.
function takeOver(path: string, staleText: string, record: LockRecord): boolean {
  const claim = `${path}.takeover`;
  if (!createExclusively(claim, String(process.pid))) {
    const age = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > ABANDONED_TAKEOVER_MS) rmSync(claim, { force: true });
    return false;
  }
  try {
    if (readIfPresent(path) !== staleText) return false;
    writeFileAtomically(path, JSON.stringify(record), 0o644);
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function createExclusively(path: string, text: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o644);
    writeFileSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseRecord(text: string | undefined): LockRecord | undefined {
  try {
    const { pid, startedAt, addresses = [], children = [] } = JSON.parse(text ?? '') as LockRecord;
    return Number.isInteger(pid) ? { pid, startedAt, addresses, children } : undefined;
  } catch {
    return undefined;
  }
}
