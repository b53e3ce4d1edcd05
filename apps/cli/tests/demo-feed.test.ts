import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { startCommand } from './fake-services.js';

it('serves a feed that is gone until it is told to come back', async () => {
  const { child, ended } = startCommand(['demo-feed', '--port', '0']);
  const [line] = await once(child.stdout, 'data');
  const url = /http:\S+(?=\/feed)/.exec(String(line))?.[0] ?? '';
  expect((await fetch(`${url}/feed`)).status).toBe(410);
  const port = new URL(url).port;
  const told = await startCommand(['demo-feed', '--port', port, '--respond', '200']).ended;
  expect(told).toMatchObject({ code: 0, out: 'responding with 200 from now on\n' });
  expect(await (await fetch(`${url}/feed`)).text()).toContain('<title>Demo</title>');
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

it('reports that no demo feed is running', async () => {
  const { code, err } = await startCommand(['demo-feed', '--port', '1', '--respond', '200']).ended;
  expect([code, err]).toEqual([3, 'feedwarden: no demo feed is running on port 1\n']);
});
