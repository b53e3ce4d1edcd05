import { createServer, get, type RequestOptions, type Server } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAddressGuard } from './address-guard.js';
import type { Resolve } from './guarded-lookup.js';

const NAMES: Record<string, string[]> = {
  'public.test': ['93.184.215.14'],
  'inside.test': ['127.0.0.1'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'empty.test': [],
};

const resolve: Resolve = (hostname, _options, callback) => {
  const addresses = NAMES[hostname];
  if (!addresses) return callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  return callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((_request, response) => response.end('reached'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((closed) => server.close(closed)));

/** The status of the answer, or the code of the error. */
async function outcome(options: RequestOptions, open = get): Promise<number | string | undefined> {
  try {
    return await new Promise((answered, failed) => {
      const request = open({ port, ...options }, (response) => {
        response.resume();
        answered(response.statusCode);
      });
      request.on('error', failed);
    });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

describe('the agents of an address guard', () => {
  it.each([
    ['nothing is allowed', [], '127.0.0.1', 'EBLOCKED'],
    ['nothing is allowed', [], '::1', 'EBLOCKED'],
    ['nothing is allowed', [], '[::1]', 'EBLOCKED'],
    ['nothing is allowed', [], 'inside.test', 'EBLOCKED'],
    ['nothing is allowed', [], 'mixed.test', 'EBLOCKED'],
    ['nothing is allowed', [], 'empty.test', 'EBLOCKED'],
    ['nothing is allowed', [], 'unknown.test', 'ENOTFOUND'],
    ['the block is allowed', ['127.0.0.0/8'], '127.0.0.1', 200],
    ['the block is allowed', ['127.0.0.0/8'], 'inside.test', 200],
    ['the address is allowed', ['127.0.0.1'], 'inside.test', 200],
    ['another block is allowed', ['10.0.0.0/8'], 'inside.test', 'EBLOCKED'],
    ['the name is allowed', ['inside.test'], 'inside.test', 200],
    ['the name is allowed', ['inside.test'], '127.0.0.1', 'EBLOCKED'],
    ['another name is allowed', ['public.test'], 'inside.test', 'EBLOCKED'],
  ])('connects to %s (%j) %s: %s', async (_given, allow, host, expected) => {
    const { agents } = createAddressGuard({ allow, resolve });
    expect(await outcome({ host, agent: agents.http })).toBe(expected);
  });

  it.each(['127.0.0.1', 'inside.test', '::1'])(
    'refuses %s over https before sending a byte',
    async (host) => {
      const { agents } = createAddressGuard({ allow: [], resolve });
      expect(await outcome({ host, agent: agents.https }, getSecurely)).toBe('EBLOCKED');
    },
  );

  it('refuses a UNIX socket', async () => {
    const { agents } = createAddressGuard({ allow: ['localhost'], resolve });
    expect(await outcome({ socketPath: '/var/run/some.sock', agent: agents.http })).toBe('EBLOCKED');
  });

  it.each([
    ['a public address', [], '93.184.215.14', 443, null],
    ['a public address at an odd port', [], '93.184.215.14', 8081, null],
    ['a mail server', [], '93.184.215.14', 25, 'port 25 of news.test is not a web port'],
    ['a chat server', [], '93.184.215.14', 6667, 'port 6667 of news.test is not a web port'],
    ['a private address', [], '10.0.0.1', 443, 'news.test (10.0.0.1) is not a public address'],
    ['an allowed address', ['10.0.0.0/8'], '10.0.0.1', 25, null],
    ['an allowed name', ['news.test'], '10.0.0.1', 1, null],
  ])('judges %s (%j allowed) %s:%i: %j', (_given, allow, address, port, refusal) => {
    const { judge } = createAddressGuard({ allow, resolve });
    expect(judge('news.test', address, port)?.message ?? null).toBe(refusal);
  });
});
