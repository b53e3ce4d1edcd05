import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { OwnPostgres } from './own-postgres.js';

export interface SmallDisk {
  /** How it is full: really, or by triggers that report what PostgreSQL reports. */
  kind: 'tmpfs' | 'pretended';
  fill(): Promise<void>;
  free(): Promise<void>;
}

const SIZE = '96m';
const BLOCK = Buffer.alloc(64 * 1024);

/**
 * Moves the databases to a small tmpfs that can be filled to the last byte. Where this process must not mount one, every
 * write is refused with the SQLSTATE of a full disk instead. PostgreSQL's log of transactions stays where it is: without
 * it no PostgreSQL runs.
 */
export async function openSmallDisk(server: OwnPostgres): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    await rm(folder, { recursive: true });
    process.stderr.write(`No tmpfs can be mounted here (${(error as Error).message.trim()}).\n`);
    process.stderr.write('The full disk is pretended: triggers refuse every write with 53100.\n');
    return pretendedDisk(server);
  }
  server.closeAfter(async () => {
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });
  const { uid, gid } = statSync(server.dataDir);
  chownSync(folder, uid, gid);
  const admin = postgres(server.adminUrl, { max: 1 });
  await admin.unsafe(`create tablespace small location '${folder}'`);
  for (const name of ['source_manager', 'crawler'])
    await admin.unsafe(`alter database ${name} set tablespace small`);
  await admin.end();
  const ballast = join(folder, 'ballast');
  return {
    kind: 'tmpfs',
    fill: () => writeUntilFull(ballast),
    free: async () => rmSync(ballast),
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let block = BLOCK; block.length > 0; ) {
      const written = await file.write(block).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOSPC') return null;
        throw error;
      });
      if (!written) block = block.subarray(0, Math.floor(block.length / 2));
    }
  } finally {
    await file.close();
  }
}

function pretendedDisk({ databases }: OwnPostgres): SmallDisk {
  const inEach = async (statements: string) => {
    for (const url of Object.values(databases)) {
      const client = postgres(url, { max: 1, onnotice: () => {} });
      await client.unsafe(statements);
      await client.end();
    }
  };
  return {
    kind: 'pretended',
    fill: () =>
      inEach(`
        create function disk_is_full() returns trigger language plpgsql as $$ begin
          raise exception using errcode = '53100', message = 'could not extend file: No space left on device';
        end $$;
        do $$ declare name text; begin
          for name in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
            execute 'create trigger disk_is_full before insert or update on ' || name
              || ' for each statement execute function disk_is_full()';
          end loop;
        end $$`),
    free: () => inEach('drop function disk_is_full cascade'),
  };
}
