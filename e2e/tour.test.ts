import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SECRET } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';

const ROOT = join(import.meta.dirname, '..');

const open = openResources(afterAll);
let system: RunningSystem;
let folder: string;
beforeAll(async () => {
  system = await open.system({ policyFile: { typed: { rules: { gone: { cooldown: '5s' } } } } });
  folder = await mkdtemp(join(tmpdir(), 'feedwarden-tour-'));
  open.closeLater(() => rm(folder, { recursive: true }));
  const command = join(folder, 'feedwarden');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/apps/cli/dist/main.js" "$@"\n`);
  await chmod(command, 0o755);
});

/** The shell commands of a document, without those that start the system or need curl. */
async function commandsOf(document: string): Promise<string> {
  const text = await readFile(join(ROOT, document), 'utf8');
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? '');
  return (
    blocks
      .filter((block) => !/npm start|curl/.test(block))
      .join('')
      .replaceAll(/^alias .*$/gm, '')
      // A long sleep is there for the cooldown, which is shorter here.
      .replaceAll(
        /^sleep \d\d$/gm,
        'until feedwarden sources list --status healthy | grep -q Demo; do :; done',
      )
  );
}

async function run(script: string): Promise<string> {
  const shell = spawn('/bin/sh', ['-c', script], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      JWT_SECRET: TEST_SECRET,
      SOURCE_MANAGER_URL: system.manager.url,
      CRAWLER_URL: system.crawler.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // With its own process group, the demo feed in the background can be stopped, too.
    detached: true,
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const end = async () => {
    try {
      process.kill(-(shell.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // Everything in the group has ended already.
    }
  };
  // Also when the test gives up waiting for a script that never ends.
  open.closeLater(end);
  await once(shell, 'exit');
  await end();
  return output;
}

describe('the commands of', () => {
  it.each([
    ['README.md', ['"feed_disabled"', '"cooling_down"', '"feed_enabled"', 'Hello again']],
    [
      'docs/tutorial.md',
      [
        '"firstPoll"',
        '"newPosts": 1',
        'Hello again',
        '"unchanged"',
        '"failing"',
        '"cooling_down"',
        '"feed_enabled"',
      ],
    ],
  ])(
    '%s do what it says',
    async (document, expected) => {
      const output = await run(await commandsOf(document));
      let position = 0;
      for (const text of expected) {
        const found = output.indexOf(text, position);
        expect([text, found < 0 ? output : 'was found']).toEqual([text, 'was found']);
        position = found;
      }
      for (const { id } of (await system.sources.listSources({})).items)
        await system.sources.deleteSource(id);
    },
    180_000,
  );
});
