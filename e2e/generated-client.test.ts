import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crawlerApi, openApiDocument, type ServiceApi, sourceManagerApi } from '@feedwarden/contracts';
import { testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import { serveFeed } from './support/site-behaviours.js';

const ROOT = new URL('../', import.meta.url).pathname;
const CLIENT = `${ROOT}docs/typed-client`;
// A string, so that the compiler does not follow it: its types exist only once they are generated.
const USAGE: string = '../docs/typed-client/usage.js';
const BIN = `${ROOT}node_modules/.bin`;
const run = promisify(execFile);

async function generate(name: string, api: ServiceApi): Promise<void> {
  const document = `${CLIENT}/generated/${name}.json`;
  await writeFile(document, JSON.stringify(openApiDocument(api)));
  const options = ['--default-non-nullable=false', '-o', `${CLIENT}/generated/${name}.ts`];
  await run(`${BIN}/openapi-typescript`, [document, ...options]);
}

describe('a client generated from the documents', () => {
  const open = openResources(afterAll);
  beforeAll(async () => {
    await mkdir(`${CLIENT}/generated`, { recursive: true });
    await generate('source-manager', sourceManagerApi);
    await generate('crawler', crawlerApi);
  });

  it('accepts correct calls and rejects wrong ones at compile time', async () => {
    const compiled = run(`${BIN}/tsc`, ['-p', CLIENT]).then(
      () => 'no mistakes',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(await compiled).toBe('no mistakes');
  });

  it('adds a feed, polls it and reads its posts', async () => {
    const { firstTitles } = await import(USAGE);
    const site = await open.site(serveFeed);
    const system = await open.system({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
    const titles = await firstTitles(`${site.url}/feed`, {
      sourceManager: system.manager.url,
      crawler: system.crawler.url,
      token: await testToken(['sources:write', 'feeds:toggle', 'posts:read']),
    });
    expect(titles).toEqual(['First', 'Second']);
  });
});
