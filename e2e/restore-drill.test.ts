import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseFingerprint, eventually } from '@feedwarden/test-kit';
import { afterEach, describe, expect } from '@jest/globals';
import { debianPrograms, startDebianPostgres } from './support/debian-postgres.js';
import { serveNews, startNewsLoad } from './support/news-load.js';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { whereFound } from './support/where-found.js';

const open = openResources(afterEach);
const SCRIPTS = join(import.meta.dirname, '../docker');
const programs = debianPrograms() ?? '';
const withDebian = whereFound('the server of PostgreSQL', 'postgresql', programs !== '');
const isOwn = ({ id }: { id: string }, sources: { id: string }[]) =>
  sources.some((source) => source.id === id);

describe('a restore drill', () => {
  withDebian(
    'brings both services back to a backup that was made under load, and they agree again',
    async () => {
      const server = await startDebianPostgres(programs, open);
      const backups = await openFolder();
      const site = await open.site(serveNews(), '0.0.0.0');
      const host = `http://127.0.0.9:${new URL(site.url).port}`;
      const system = await open.system({ databases: server.databases });
      const kept = await system.sources.createSource({ name: 'kept', feedUrl: `${host}/kept` });
      const load = await startNewsLoad(system, site);
      let backupMs = Date.now();
      try {
        await load.untilStored(5);
        backupMs = Date.now();
        expect(await run('backup.sh', ['--once'], server.env, backups)).toMatchObject({
          code: 0,
          errors: '',
        });
        backupMs = Date.now() - backupMs;
        await load.untilStored(5);
      } finally {
        await load.stop();
      }
      // What happens between the backup and the disaster is lost in source-manager, and known to the crawler.
      await system.sources.deleteSource(kept.id);
      const added = await system.sources.createSource({ name: 'added', feedUrl: `${host}/added` });
      await eventually(() => system.feed(added.id));

      await system.crawler.stop();
      await system.manager.stop();
      const restoring = Date.now();
      expect(await run('restore.sh', [], server.env, backups)).toMatchObject({ code: 0, errors: '' });
      const restoreMs = Date.now() - restoring;
      await system.startManager();
      await system.startCrawler();

      const { items } = await system.sources.listSources({ limit: 100 });
      expect([isOwn(kept, items), isOwn(added, items)]).toEqual([true, false]);
      await eventually(() => expectAgreement(system, added.id), 30_000);
      // A host that was being polled during the backup has its lease again, which ends within a minute. Then what feeds
      // still have of the time since the backup is stored again, once.
      for (const { id } of items)
        await eventually(
          async () => expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored' }),
          90_000,
        );
      await load.expectWhatFeedsHave();
      process.stderr.write(`restore drill: backup under load ${backupMs} ms, restore ${restoreMs} ms\n`);
    },
    300_000,
  );

  withDebian(
    'refuses what it cannot restore, and leaves the database as it is',
    async () => {
      const server = await startDebianPostgres(programs, open);
      const backups = await openFolder();
      const system = await open.system({ databases: server.databases });
      for (let n = 0; n < 200; n += 1)
        await system.sources.createSource({ name: `source ${n}`, siteUrl: 'https://x.example' });
      await run('backup.sh', ['--once'], { ...server.env, BACKUP_DATABASES: 'source_manager' }, backups);
      const [name = ''] = readdirSync(backups);
      const dump = join(backups, name);
      const restore = () => run('restore.sh', ['source_manager', dump], server.env, backups);

      expect(await restore()).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/in use by \d+ connections/),
      });
      await system.crawler.stop();
      await system.manager.stop();
      const before = await databaseFingerprint(server.databases.sourceManager);
      truncateSync(dump, 30_000);
      expect(await restore()).toMatchObject({ code: 1, errors: expect.stringContaining('is as it was') });
      writeFileSync(dump, '');
      expect(await restore()).toMatchObject({
        code: 1,
        errors: expect.stringContaining('no backup to restore'),
      });
      expect(await databaseFingerprint(server.databases.sourceManager)).toEqual(before);
    },
    120_000,
  );

  withDebian(
    'keeps the newest backups only, and an older one when a new one fails',
    async () => {
      const server = await startDebianPostgres(programs, open);
      const backups = await openFolder();
      const env = { ...server.env, BACKUP_KEEP: '2', BACKUP_DATABASES: 'crawler' };
      for (const day of ['20260101T000000Z', '20260102T000000Z', '20260103T000000Z'])
        writeFileSync(join(backups, `crawler-${day}.dump`), 'an older backup');

      const failed = await run('backup.sh', ['--once'], { ...env, PGPORT: '1' }, backups);
      expect(failed).toMatchObject({
        code: 1,
        errors: expect.stringContaining('FAILED: no backup of crawler'),
      });
      expect(readdirSync(backups)).toHaveLength(3);
      expect((await run('backup.sh', ['--once'], env, backups)).code).toBe(0);
      const left = readdirSync(backups).sort();
      expect(left).toHaveLength(2);
      expect(left[0]).toBe('crawler-20260103T000000Z.dump');
    },
    60_000,
  );
});

/** Every source that source-manager has is known to the crawler, and the one of after the backup no longer is. */
async function expectAgreement(system: RunningSystem, goneId: string): Promise<void> {
  const { items } = await system.sources.listSources({ limit: 100 });
  for (const { id } of items) await system.feed(id);
  expect((await system.askCrawler('GET', `/api/v1/feeds/${goneId}`)).status).toBe(404);
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-backups-'));
  open.closeLater(() => rm(folder, { recursive: true }));
  return folder;
}

/** Without blocking this process: the load goes on. */
async function run(script: string, args: string[], env: Record<string, string>, backups: string) {
  const child = spawn('sh', [join(SCRIPTS, script), ...args], {
    env: { PATH: `${programs}:${process.env.PATH}`, BACKUP_DIR: backups, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  child.stdout.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}
