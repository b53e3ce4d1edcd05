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
  system = await startSystem({
    crawlerEnv: { POLL_TICK_SECONDS: '3600' },
    managerEnv: { CREDENTIALS_KEY: Buffer.alloc(32, 'e2e').toString('base64') },
  });
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
  it('imports a file in another character set, all but its broken entry, and exits with 1', async () => {
    const path = join(folder, 'feeds.opml');
    await writeFile(path, opml(), 'latin1');
    const first = await feedwarden(['sources', 'import', path]);
    expect([first.code, first.json()]).toMatchObject([1, { added: 2, known: 0, invalid: 1 }]);
    const again = await feedwarden(['sources', 'import', path]);
    expect(again.json()).toMatchObject({ added: 0, known: 2, invalid: 1 });
    const names = (await feedwarden(['sources', 'list', '--sort', 'name'])).json() as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(['Gone', 'Zürich']);
  });

  it('exports what an import from stdin knows already, to a file and to stdout', async () => {
    const path = join(folder, 'all.opml');
    const written = await feedwarden(['sources', 'export', '--output', path]);
    expect(written).toMatchObject({ code: 0, out: '', err: `2 sources written to ${path}\n` });
    const exported = await readFile(path, 'utf8');
    const imported = await feedwarden(['sources', 'import', '-'], exported);
    expect([imported.code, imported.json()]).toMatchObject([0, { added: 0, known: 2, invalid: 0 }]);
    expect((await feedwarden(['sources', 'export'])).out.trim()).toBe(exported.trim());
    expect((await feedwarden(['sources', 'export', '--search', 'Gone'])).out).not.toContain('Zürich');
  });

  it('polls a feed that works and one that is gone, and lists the posts newest first', async () => {
    const good = await feedwarden(['poll', `${site.url}/feed`]);
    expect([good.code, good.json()]).toMatchObject([0, { outcome: 'stored', newPosts: 2 }]);
    const bad = await feedwarden(['poll', `${site.url}/gone`]);
    expect([bad.code, bad.json()]).toMatchObject([1, { outcome: 'failed', error: { type: 'gone' } }]);
    const posts = await feedwarden(['posts', '--source', `${site.url}/feed`]);
    expect(posts.json()).toMatchObject([{ guid: '2' }, { guid: '1' }]);
  });

  it('disables and enables sources by name and by filter', async () => {
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

  it('discovers, adds, shows and removes a source', async () => {
    const url = `${site.url}/feed?again`;
    site.answer(serveFeed);
    expect((await feedwarden(['discover', url])).json()).toMatchObject({
      kind: 'feed',
      title: 'News',
    });
    const added = (await feedwarden(['sources', 'add', url, '--name', 'Again'])).json() as { id: string };
    const again = await feedwarden(['sources', 'add', url]);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining(`already: ${added.id} (Again)`)]);
    const shown = await feedwarden(['sources', 'show', added.id.slice(0, 8)]);
    expect(shown.json()).toMatchObject({ id: added.id, name: 'Again' });
    expect((await feedwarden(['sources', 'remove', added.id, '--yes'])).code).toBe(0);
    expect((await feedwarden(['sources', 'show', added.id])).code).toBe(3);
  });

  it('adds a feed that is down, and shows how near it is to being disabled', async () => {
    const url = `${site.url}/down`;
    site.answer((_request, response) => void response.writeHead(410).end());
    expect((await feedwarden(['sources', 'add', url])).code).toBe(3);
    expect((await feedwarden(['sources', 'add', url, '--policy', 'quarantine', '--anyway'])).code).toBe(0);
    expect((await feedwarden(['poll', url])).code).toBe(1);
    expect((await feedwarden(['sources', 'show', url])).json()).toMatchObject({
      streak: { policy: 'quarantine', count: 1, limit: 5 },
      feed: { nextPollReason: 'backoff', recentPolls: [{ outcome: 'failed', errorType: 'gone' }] },
    });
  });

  it('quarantines and releases a source, and lists both as events', async () => {
    const url = `${site.url}/down`;
    const quarantined = await feedwarden(['sources', 'quarantine', url, '--reason', 'spam']);
    expect(quarantined.json()).toMatchObject([{ status: 'quarantined' }]);
    expect((await feedwarden(['sources', 'release', url])).json()).toMatchObject([{ quarantinedAt: null }]);
    expect((await feedwarden(['events', url, '--limit', '2'])).json()).toMatchObject([
      { action: 'released' },
      { action: 'quarantined', reason: 'spam' },
    ]);
  });

  it('adds, tests, lists and removes a webhook', async () => {
    const added = (await feedwarden(['webhooks', 'add', `${site.url}/hook`])).json() as { id: string };
    expect((await feedwarden(['webhooks', 'list'])).json()).toMatchObject([{ id: added.id }]);
    const tested = await feedwarden(['webhooks', 'test', added.id]);
    expect([tested.code, tested.json()]).toMatchObject([1, { delivered: false }]);
    expect((await feedwarden(['webhooks', 'deliveries', added.id])).json()).toEqual([]);
    expect((await feedwarden(['webhooks', 'remove', added.id])).code).toBe(0);
    expect((await feedwarden(['webhooks', 'list'])).json()).toEqual([]);
  });

  it('shows the policies that are in force', async () => {
    expect((await feedwarden(['policies'])).json()).toMatchObject({ default: 'typed' });
  });
});
