import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, type FakeServices, startCommand, startFakeServices } from './fake-services.js';

const run = promisify(execFile);
let services: FakeServices;
beforeAll(async () => {
  services = await startFakeServices();
});
afterAll(() => services.server.close());

describe('completion', () => {
  it.each([
    { words: ['so'], offers: ['sources'] },
    { words: ['sources', 're'], offers: ['release', 'remove'] },
    { words: ['--token', 'x', 'webhooks', 'd'], offers: ['deliveries'] },
    { words: ['sources', 'list', '--st'], offers: ['--status'] },
    { words: ['sources', 'list', '--js'], offers: ['--json'] },
    { words: ['sources', 'list', '--sort', '-fail'], offers: ['-failingSince'] },
    { words: ['sources', 'list', '--status', 'healthy,fail'], offers: ['healthy,failing'] },
    { words: ['completion', ''], offers: ['bash', 'zsh', 'fish'] },
    { words: ['sources', 'import', 'fe'], offers: [] },
    { words: ['sources', 'show', 'news', ''], offers: [] },
  ])('offers $offers for $words', async ({ words, offers }) => {
    const { out } = await call(services, ['__complete', ...words]);
    const lines = out.split('\n').filter((line) => line !== '');
    expect(lines.map((line) => line.split('\t')[0])).toEqual(offers);
  });

  it('works in bash', async () => {
    const { out: script } = await startCommand(['completion', 'bash']).ended;
    const program = `${script}
      COMP_WORDS=(feedwarden sources list --status healthy,fail) COMP_CWORD=4
      _feedwarden
      printf '%s' "\${COMPREPLY[*]}"`;
    expect((await run('bash', ['--norc', '-c', program])).stdout).toBe('healthy,failing');
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s that calls this very program', async (shell) => {
    const { out } = await call(services, ['completion', shell]);
    expect(out).toContain(`${process.execPath} `);
    expect(out).toContain(' __complete ');
  });
});
