import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isRoot, type RunAs, userCan } from './user.js';

/** The folder PostgreSQL really uses: the wanted one, or a stand-in when its user cannot get there. */
export function placeDataDir(wanted: string, user: RunAs): string {
  const places = isRoot ? [canonical(wanted), standIn(canonical(wanted))] : [canonical(wanted)];
  const existing = places.find(isInitialised);
  if (existing !== undefined) {
    if (userCan(user, '-w', existing)) return existing;
    throw new Error(`${existing} holds a database that this user may not write to.`);
  }
  const reachable = places.find((place) => {
    if (dirname(place) === SYSTEM_DIR) createSystemDir();
    else mkdirSync(dirname(place), { recursive: true });
    return userCan(user, '-x', dirname(place));
  });
  if (reachable === undefined) throw new Error(`PostgreSQL's user cannot reach ${wanted}; set DATA_DIR.`);
  return reachable;
}

export function isInitialised(dataDir: string): boolean {
  return existsSync(join(dataDir, 'PG_VERSION'));
}

// The path is how a leftover postmaster is recognised, so it must not depend on symbolic links.
function canonical(dataDir: string): string {
  const absolute = resolve(dataDir);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return existsSync(parent) ? join(realpathSync(parent), basename(absolute)) : absolute;
}

function standIn(dataDir: string): string {
  return join(SYSTEM_DIR, `postgres-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
}

/** Where root keeps what an unprivileged PostgreSQL must reach when the checkout itself is closed to it. */
export const SYSTEM_DIR = '/var/lib/feedwarden';

export function createSystemDir(): void {
  mkdirSync(SYSTEM_DIR, { recursive: true });
  // Whatever the umask: others must get through.
  chmodSync(SYSTEM_DIR, 0o755);
}
