import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createAddressGuard,
  type Open,
  openDirectly,
  openResponse,
  type Resolve,
} from '@feedwarden/guarded-fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createFetchPage } from '../src/fetch/fetch-page.js';

/** Stands for the public internet; nothing else on this machine may be reached. */
const PUBLIC = '127.0.0.2';
const ELSEWHERE = '93.184.215.14';

const SPELLINGS: [string, string[]][] = [
  ['loopback', ['127.0.0.1', '127.0.0.3', '127.255.255.254', 'localhost', 'LOCALHOST', 'localhost.']],
  ['loopback in short', ['127.1', '127.0.1', '127.1.', '127.0.0.1.']],
  ['loopback as one number', ['2130706433', '0x7f000001', '0X7F000001', '017700000001']],
  ['loopback in parts', ['0x7f.1', '0177.0.0.1', '0x7f.0x0.0x0.0x1', '0177.0x0.1', '127.0x000001']],
  [
    'loopback in other digits',
    ['１２７.０.０.１', '①②⑦.⓪.⓪.①', '𝟭𝟮𝟳.𝟬.𝟬.𝟭', '127。0。0。1', '%31%32%37.0.0.1'],
  ],
  ['this host', ['0.0.0.0', '0', '0x0', '00.0', '[::]', '0.1.2.3']],
  ['IPv6 loopback', ['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0.0.0.1]']],
  [
    'mapped IPv4',
    ['[::ffff:127.0.0.1]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:10.0.0.1]'],
  ],
  ['compatible and translated IPv4', ['[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]']],
  ['NAT64', ['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[64:ff9b::10.0.0.1]']],
  ['6to4 and Teredo', ['[2002:7f00:1::]', '[2002:a00:1::1]', '[2001:0:7f00:1::]']],
  [
    'private networks',
    ['10.0.0.1', '10.1', '167772161', '012.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.257'],
  ],
  ['private IPv6 networks', ['[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[fec0::1]']],
  ['metadata', ['169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '[::ffff:a9fe:a9fe]']],
  ['metadata of other clouds', ['168.63.129.16', '100.100.100.200', '192.0.0.192', '[fd00:ec2::254]']],
  [
    'carriers, benchmarks, documentation',
    ['100.64.0.1', '198.18.0.1', '203.0.113.1', '[2001:db8::1]', '[3fff::1]'],
  ],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1', '[ff02::1]']],
];

const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'loopback.test': ['127.0.0.1'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'zone.test': ['fe80::1%lo'],
  'private.test': ['192.168.1.1'],
  'metadata.test': ['169.254.169.254'],
  'unspecified.test': ['0.0.0.0'],
  'first-public.test': [PUBLIC, '127.0.0.1'],
  'last-public.test': ['127.0.0.1', PUBLIC],
  'public-by-six.test': ['2606:4700::1111', '::1'],
  'one-of-many.test': [PUBLIC, PUBLIC, PUBLIC, '10.0.0.1'],
  'no-address.test': ['127.0.0.1:80'],
  'no-answer.test': [],
  'trailing.test.': ['127.0.0.1'],
  '127.0.0.1.nip.test': ['127.0.0.1'],
  'xn--lopback-9wa.test': ['127.0.0.1'],
};
/** Answers the next address each time it is asked. */
const CHANGING: Record<string, string[]> = {};

const resolve: Resolve = (hostname, _options, callback) => {
  const changing = CHANGING[hostname]?.shift();
  const addresses = changing ? [changing] : NAMES[hostname];
  if (!addresses) return callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
  return callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

const rows = SPELLINGS.flatMap(([given, hosts]) => hosts.map((host) => [given, host] as const));
const names = Object.keys(NAMES)
  .filter((name) => !name.startsWith('localhost'))
  .map((name) => ['a name', name] as const);

let port: number;
let victims: Server[];
let front: Server;
let reached: string[] = [];
let redirect: { status: number; location: string } | null = null;

beforeAll(async () => {
  const victim: RequestListener = (_request, response) => response.end('the secret');
  victims = [await listen(victim, '127.0.0.1', 0)];
  port = ((victims[0] as Server).address() as AddressInfo).port;
  victims.push(await listen(victim, '::1', port), await listen(victim, '127.0.0.3', port));
  for (const server of victims)
    server.on('connection', ({ localAddress }) => reached.push(String(localAddress)));
  front = await listen(answerFront, PUBLIC, port);
});
afterAll(async () => {
  for (const server of [...victims, front]) await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  reached = [];
  redirect = null;
});

const answerFront: RequestListener = ({ url = '' }, response) => {
  const hops = Number(url.slice(1));
  if (hops > 0) response.writeHead(302, { location: `/${hops - 1}` }).end();
  else if (redirect) {
    // As the bytes of UTF-8, which is how servers write it.
    const location = Buffer.from(redirect.location).toString('latin1');
    response.writeHead(redirect.status, { location }).end();
  } else response.end('public');
};

async function listen(listener: RequestListener, address: string, port: number): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(port, address, listening));
  return server;
}

/** By both ways to make a request, which must not differ. */
async function fetched(url: string): Promise<string> {
  const directly = await fetchedBy(openDirectly, url);
  expect(await fetchedBy(openResponse, url)).toBe(directly);
  return directly;
}

async function fetchedBy(open: Open, url: string): Promise<string> {
  const { agents } = createAddressGuard({ allow: [PUBLIC], resolve });
  const fetchPage = createFetchPage({ timeoutSeconds: 2, userAgent: 'test', agents, open });
  const result = await fetchPage({ url, etag: null, lastModified: null }, new AbortController().signal);
  if (result.kind === 'page') return result.page.body.bytes.toString();
  return result.kind === 'failed' ? result.fact.kind : result.kind;
}

describe('addresses that are not public', () => {
  it('reaches the stand-in for the internet', async () => {
    expect(await fetched(`http://${PUBLIC}:${port}/`)).toBe('public');
  });

  it.each([...rows, ...names])('refuses %s: %s', async (_given, host) => {
    expect(await fetched(`http://${host}:${port}/`)).toBe('blocked_address');
    expect(reached).toEqual([]);
  });

  it.each([...rows, ...names])('refuses a redirect from a public host to %s: %s', async (_given, host) => {
    redirect = { status: 302, location: `http://${host}:${port}/` };
    expect(await fetched(`http://${PUBLIC}:${port}/`)).toBe('blocked_address');
    expect(reached).toEqual([]);
  });

  it.each([
    '[fe80::1%lo]',
    '[fe80::1%25lo]',
    '[::1%251]',
    '[127.0.0.1]',
    '127.0.0.1%00',
    '1.2.3.4.5',
    '256.1.1.1',
  ])('rejects %s, which has no valid host, as a URL', async (host) => {
    expect(await fetched(`http://${host}:${port}/`)).toBe('invalid_url');
    redirect = { status: 302, location: `http://${host}:${port}/` };
    expect(await fetched(`http://${PUBLIC}:${port}/`)).toBe('invalid_url');
  });
});

describe('tricks with redirects', () => {
  it.each([
    ['each kind of redirect', 301, 'http://127.0.0.1:PORT/'],
    ['each kind of redirect', 303, 'http://127.0.0.1:PORT/'],
    ['each kind of redirect', 307, 'http://127.0.0.1:PORT/'],
    ['each kind of redirect', 308, 'http://127.0.0.1:PORT/'],
    ['no scheme', 302, '//127.0.0.1:PORT/'],
    ['backslashes', 302, '\\\\127.0.0.1:PORT/'],
    ['a mix of slashes', 302, 'http:/\\/127.0.0.1:PORT/'],
    ['slashes missing', 302, 'http:///127.0.0.1:PORT/'],
    ['capitals', 302, 'HTTP://LOCALHOST:PORT/'],
    ['a tab inside', 302, 'ht\ttp://127.0.\t0.1:PORT/'],
    ['a public name as the user', 302, 'http://news.example@127.0.0.1:PORT/'],
    ['a public address as the password', 302, `http://a:${PUBLIC}@127.0.0.1:PORT/`],
    ['a secure way', 302, 'https://127.0.0.1:PORT/'],
    ['a secure way by name', 302, 'https://loopback.test:PORT/'],
  ])('refuses %s: a %i to %j', async (_given, status, location) => {
    redirect = { status, location: location.replace('PORT', String(port)) };
    expect(await fetched(`http://${PUBLIC}:${port}/`)).toBe('blocked_address');
    expect(reached).toEqual([]);
  });

  it('refuses a fifth hop that leads inside', async () => {
    redirect = { status: 302, location: `http://loopback.test:${port}/` };
    expect(await fetched(`http://${PUBLIC}:${port}/4`)).toBe('blocked_address');
    expect(reached).toEqual([]);
  });
});

// Each question gets the next answer, so each way is tried by itself.
describe.each([openDirectly, openResponse])('names whose answers change, by %p', (open) => {
  it('connects to the address that was checked when a name changes', async () => {
    CHANGING['changing.test'] = [PUBLIC, '127.0.0.1', '127.0.0.1'];
    expect(await fetchedBy(open, `http://changing.test:${port}/`)).toBe('public');
    expect(CHANGING['changing.test']).toHaveLength(2);
    expect(reached).toEqual([]);
  });

  it('refuses a name that has changed since', async () => {
    CHANGING['changing.test'] = [PUBLIC, '127.0.0.1'];
    expect(await fetchedBy(open, `http://changing.test:${port}/`)).toBe('public');
    expect(await fetchedBy(open, `http://changing.test:${port}/`)).toBe('blocked_address');
    expect(reached).toEqual([]);
  });

  it.each([1, 2, 5])('refuses a name that changes between %i redirects to itself', async (hops) => {
    CHANGING['changing.test'] = [...Array.from({ length: hops }, () => PUBLIC), '::1'];
    expect(await fetchedBy(open, `http://changing.test:${port}/${hops}`)).toBe('blocked_address');
    expect(reached).toEqual([]);
  });
});

describe('ports', () => {
  it.each([22, 25, 465, 587, 6667])(
    'refuses port %i of a public host before sending anything',
    async (bad) => {
      expect(await fetched(`http://${ELSEWHERE}:${bad}/`)).toBe('blocked_address');
      expect(await fetched(`https://${ELSEWHERE}:${bad}/`)).toBe('blocked_address');
    },
  );
});
