import { chmodSync, mkdirSync } from 'node:fs';

/** Where root keeps what an unprivileged PostgreSQL must reach when the checkout itself is closed to it. */
export const SYSTEM_DIR = '/var/lib/feedwarden';

export function createSystemDir(): void {
  mkdirSync(SYSTEM_DIR, { recursive: true });
  // Whatever the umask: others must get through.
  chmodSync(SYSTEM_DIR, 0o755);
}
