import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Scope } from '@feedwarden/contracts';
import { startTestWebServer, type TestWebServer, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningSystem, startSystem } from './support/running-system.js';
import { serveFeed } from './support/site-behaviours.js';

const MAIN = join(import.meta.dirname, '../apps/cli/dist/main.js');
const SCOPES: Scope[] = ['sources:read', 'sources:write', 'feeds:toggle', 'posts:read'];

let site: TestWebServer;
let system: RunningSystem;
let folder: string;
beforeAll(async () => {
  site = await startTestWebServer((request, response) => {
    if (request.url === '/feed') serveFeed(request, response);
    else response.writeHead(410).end();
  });
  system = await startSystem({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
  folder = await mkdtemp(join(tmpdir(), 'feedwarden-cli-'));
});
afterAll(async () => {
  await system.stop();
  await site.close();
  await rm(folder, { recursive: true });
});

/** The built command with its output piped: what it prints is JSON, except for OPML and tokens. */
async function feedwarden(args: string[], input = '') {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      SOURCE_MANAGER_URL: system.manager.url,
      CRAWLER_URL: system.crawler.url,
      FEEDWARDEN_TOKEN: await testToken(SCOPES),
    },
  });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number, out, err, json: () => JSON.parse(out) as unknown };
}

const opml = () => `<?xml version="1.0" encoding="ISO-8859-1"?>
<opml version="2.0"><body><outline text="Folder">
  <outline text="Zürich" type="rss" xmlUrl="${site.url}/feed"/>
  <outline text="Gone" type="rss" xmlUrl="${site.url}/gone"/>
  <outline text="Broken" type="rss" xmlUrl="ftp://files.example/feed"/>
</outline></body></opml>`;

describe('the command line against both services', () => {
  it('given a file in another character set with a broken entry, when it is imported, then the rest is added, and the code tells', async () => {
    const path = join(folder, 'feeds.opml');
    await writeFile(path, opml(), 'latin1');
    const first = await feedwarden(['sources', 'import', path]);
    expect([first.code, first.json()]).toMatchObject([1, { added: 2, known: 0, invalid: 1 }]);
    const again = await feedwarden(['sources', 'import', path]);
    expect(again.json()).toMatchObject({ added: 0, known: 2, invalid: 1 });
    const names = (await feedwarden(['sources', 'list', '--sort', 'name'])).json() as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(['Gone', 'Zürich']);
  });

  it('given an export, when it is imported from stdin, then nothing is new, and an export to stdout is the same', async () => {
    const path = join(folder, 'all.opml');
    const written = await feedwarden(['sources', 'export', '--output', path]);
    expect(written).toMatchObject({ code: 0, out: '', err: `2 sources written to ${path}\n` });
    const exported = await readFile(path, 'utf8');
    const imported = await feedwarden(['sources', 'import', '-'], exported);
    expect([imported.code, imported.json()]).toMatchObject([0, { added: 0, known: 2, invalid: 0 }]);
    expect((await feedwarden(['sources', 'export'])).out.trim()).toBe(exported.trim());
    expect((await feedwarden(['sources', 'export', '--search', 'Gone'])).out).not.toContain('Zürich');
  });

  it('given a feed that works and one that is gone, when both are polled, then the exit codes tell, and the posts are there', async () => {
    const good = await feedwarden(['poll', `${site.url}/feed`]);
    expect([good.code, good.json()]).toMatchObject([0, { outcome: 'stored', newPosts: 2 }]);
    const bad = await feedwarden(['poll', `${site.url}/gone`]);
    expect([bad.code, bad.json()]).toMatchObject([1, { outcome: 'failed', error: { type: 'gone' } }]);
    const posts = await feedwarden(['posts', '--source', `${site.url}/feed`]);
    expect(posts.json()).toMatchObject([{ guid: '1' }, { guid: '2' }]);
  });

  it('given sources, when they are switched off and on, by name and by filter, then they are', async () => {
    const statuses = async () => {
      const found = (await feedwarden(['sources', 'list', '--sort', 'name'])).json() as { status: string }[];
      return found.map(({ status }) => status);
    };
    const planned = await feedwarden(['sources', 'disable', '--all', '--dry-run']);
    expect(planned.json()).toMatchObject({ dryRun: true, matched: 2, changed: 2 });
    expect(await statuses()).not.toContain('disabled');
    expect((await feedwarden(['sources', 'disable', '--all'])).json()).toMatchObject({ changed: 2 });
    expect(await statuses()).toEqual(['disabled', 'disabled']);
    expect((await feedwarden(['sources', 'enable', `${site.url}/feed`])).code).toBe(0);
    expect(await statuses()).toEqual(['disabled', 'healthy']);
    expect((await feedwarden(['sources', 'enable', '--status', 'disabled'])).code).toBe(0);
    expect(await statuses()).not.toContain('disabled');
  });

  it('given an address, when it is tried, added, shown and removed, then each step tells what it did', async () => {
    const url = `${site.url}/feed?again`;
    site.answer(serveFeed);
    expect((await feedwarden(['discover', url])).json()).toMatchObject({
      kind: 'feed',
      title: 'News',
    });
    const added = (await feedwarden(['sources', 'add', url, '--name', 'Again'])).json() as { id: string };
    const shown = await feedwarden(['sources', 'show', added.id.slice(0, 8)]);
    expect(shown.json()).toMatchObject({ id: added.id, name: 'Again' });
    expect((await feedwarden(['sources', 'remove', added.id, '--yes'])).code).toBe(0);
    expect((await feedwarden(['sources', 'show', added.id])).code).toBe(3);
  });
});
