import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';

/** Whom a child process runs as; empty means "as ourselves". */
export type RunAs = { uid: number; gid: number } | { uid?: never; gid?: never };

export const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so root lends the job to a user without rights of its own. */
export function postgresUser(dataDir: string): RunAs {
  if (!isRoot) return {};
  return ownerOf(dataDir) ?? unprivilegedUser();
}

export function giveTo(user: RunAs, path: string): void {
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
}

/** Asks as that user, because only the kernel knows what every folder on the way allows. */
export function userCan(user: RunAs, test: '-x' | '-r' | '-w', path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', `test ${test} "$0"`, path], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

// Existing data stays with its user: an earlier start may have been somebody else's, or found other users.
function ownerOf(dataDir: string): RunAs | undefined {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function unprivilegedUser(): RunAs {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account !== undefined) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    'Running as root, and /etc/passwd has no user postgres, nobody or daemon to run PostgreSQL as.',
  );
}
