import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const PACKAGES = ['pacing', 'contracts', 'client'];
/** What the three depend on besides each other. */
const DEPENDENCIES = ['zod', 'standardwebhooks'];
const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedwarden-release-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the published packages', () => {
  beforeAll(async () => {
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@feedwarden'), { recursive: true });
    for (const name of PACKAGES) {
      const source = join(ROOT, 'packages', name);
      const { stdout } = await run(join(BIN, 'pnpm'), ['pack', '--json', '--pack-destination', folder], {
        cwd: source,
      });
      await run('tar', ['xzf', JSON.parse(stdout).filename, '-C', folder]);
      cpSync(join(folder, 'package'), join(modules, '@feedwarden', name), { recursive: true });
      await rm(join(folder, 'package'), { recursive: true });
    }
    for (const name of DEPENDENCIES)
      symlinkSync(join(ROOT, 'packages/client/node_modules', name), join(modules, name));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });

  it('name each other by version, and have neither tests nor anything private', () => {
    for (const name of PACKAGES) {
      const text = readFileSync(join(folder, 'node_modules/@feedwarden', name, 'package.json'), 'utf8');
      const manifest = JSON.parse(text);

      expect(manifest).toMatchObject({ version, license: 'MIT', publishConfig: { provenance: true } });
      expect(manifest.private).toBeUndefined();
      expect(text).not.toContain('workspace:');
      const { stdout } = spawnSync(
        'find',
        [join(folder, 'node_modules/@feedwarden', name), '-name', '*.test.*'],
        {
          encoding: 'utf8',
        },
      );
      expect(stdout).toBe('');
    }
  });

  it('work where only they are installed, with their types', async () => {
    const program = `
      import { createSourceClient, isPassingTrouble } from '@feedwarden/client';
      import { SCOPES, type Source } from '@feedwarden/contracts';
      const client = createSourceClient({ baseUrl: 'http://127.0.0.1:1', token: async () => 'none', retry: false });
      const reasonOf = (source: Source): string | null => source.feedDisableReason;
      const trouble = await client.listSources().then(() => false, isPassingTrouble);
      console.log(trouble, typeof reasonOf, SCOPES.length > 4);
      // @ts-expect-error A source has no such field.
      ((source: Source) => source.nonsense);
    `;
    writeFileSync(join(folder, 'program.ts'), program);
    const options = [
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--strict',
      '--ignoreConfig',
      '--outDir',
      join(folder, 'out'),
    ];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const compiled = await run(join(BIN, 'tsc'), [...options, ...types, join(folder, 'program.ts')]).then(
      () => 'compiled',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(compiled).toBe('compiled');
    expect((await run(process.execPath, [join(folder, 'out/program.js')])).stdout).toBe(
      'true function true\n',
    );
  });
});

describe('a release', () => {
  const check = (root: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('node', [join(ROOT, 'scripts/check-release.mjs'), ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('is refused with all reasons, given a tag that fits nothing', () => {
    const { status, stderr } = check(ROOT, 'v99.0.0');

    expect(status).toBe(1);
    expect(stderr).toContain(`package.json has version ${version}`);
    expect(stderr).toContain(`docker-compose.yml runs the images of ${version}`);
    expect(stderr).toContain('CHANGELOG.md has no section "## 99.0.0 (YYYY-MM-DD)"');
  });

  it('has the changes of its version as notes', () => {
    const root = join(folder, 'released');
    for (const path of ['packages/one', 'apps/two', 'tools/three']) {
      mkdirSync(join(root, path), { recursive: true });
      writeFileSync(join(root, path, 'package.json'), '{ "version": "1.2.0" }');
    }
    writeFileSync(join(root, 'package.json'), '{ "version": "1.2.0" }');
    writeFileSync(join(root, 'docker-compose.yml'), `image: crawler:\${FEEDWARDEN_VERSION:-1.2.0}`);
    writeFileSync(
      join(root, 'CHANGELOG.md'),
      '# Changelog\n\n## 1.2.0 (2026-03-01)\n\n- What is new.\n\n## 1.1.0 (2026-02-01)\n\n- What is old.\n',
    );

    expect(check(root, 'v1.2.0')).toEqual({ status: 0, stdout: 'v1.2.0 can be released\n', stderr: '' });
    expect(check(root, 'v1.2.0', '--notes').stdout).toBe('- What is new.\n');
  });

  it('lists every package that it is made of', async () => {
    const path = join(folder, 'sbom.json');
    const args = [
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--sbom-type',
      'application',
      '--prod',
      '--lockfile-only',
    ];
    await run(join(BIN, 'pnpm'), [...args, '--out', path], { cwd: ROOT });
    const names = JSON.parse(readFileSync(path, 'utf8')).components.map(({ name }: { name: string }) => name);

    expect(names).toEqual(expect.arrayContaining(['express', 'got', 'feedparser', 'postgres', 'jose']));
    expect(names).not.toContain('jest');
  });
});
