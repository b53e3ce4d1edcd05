import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { startCommand } from './fake-services.js';

const run = promisify(execFile);

const script = async (shell: string) => (await startCommand(['completion', shell]).ended).out;

/** What bash offers when the last of these words is completed. */
async function completeInBash(words: string[]): Promise<string[]> {
  const program = `${await script('bash')}
    COMP_WORDS=(feedwarden "$@") COMP_CWORD=$#
    _feedwarden
    printf '%s\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', program, 'bash', ...words]);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the completion of bash', () => {
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
  ])('offers $offers for $words', async ({ words, offers }) => {
    expect((await completeInBash(words)).sort()).toEqual([...offers].sort());
  });
});

describe.each(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  it('calls this very program, however the shell finds it', async () => {
    expect(await script(shell)).toContain(`${process.execPath} `);
    expect(await script(shell)).toContain('dist/main.js __complete');
  });
});
