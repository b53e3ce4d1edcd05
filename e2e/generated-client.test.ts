import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crawlerApi, openApiDocument, type ServiceApi, sourceManagerApi } from '@feedwarden/contracts';
import { startTestWebServer, testToken } from '@feedwarden/test-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem } from './running-system.js';
import { answerFeed } from './site-behaviours.js';

const ROOT = new URL('../', import.meta.url).pathname;
const CLIENT = `${ROOT}docs/typed-client`;
// Not known to the compiler here: its types are there only once they were generated.
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
  beforeAll(async () => {
    await mkdir(`${CLIENT}/generated`, { recursive: true });
    await generate('source-manager', sourceManagerApi);
    await generate('crawler', crawlerApi);
  });

  it('given right calls and wrong ones, when they are compiled, then the types tell them apart', async () => {
    const compiled = run(`${BIN}/tsc`, ['-p', CLIENT]).then(
      () => 'no mistakes',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(await compiled).toBe('no mistakes');
  });

  it('given the running services, when it adds a feed and polls it, then it gets the posts', async () => {
    const { firstTitles } = await import(USAGE);
    const site = await startTestWebServer(answerFeed);
    const system = await startSystem({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
    const titles = await firstTitles(`${site.url}/feed`, {
      sourceManager: system.manager.url,
      crawler: system.crawler.url,
      token: await testToken(['sources:write', 'feeds:toggle', 'posts:read']),
    });
    expect(titles).toEqual(['First', 'Second']);
    await system.stop();
    await site.close();
  });
});
