import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { startCommand } from './fake-services.js';

it('serves a feed that is gone until it is told to come back', async () => {
  const { child, ended } = startCommand(['demo-feed', '--port', '0']);
  const [line] = await once(child.stdout, 'data');
  const url = /http:\S+(?=\/feed)/.exec(String(line))?.[0] ?? '';
  expect((await fetch(`${url}/feed`)).status).toBe(410);
  expect((await fetch(`${url}/200`, { method: 'POST' })).status).toBe(200);
  expect(await (await fetch(`${url}/feed`)).text()).toContain('<title>Demo</title>');
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});
