import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSourceClient } from '@feedwarden/client';
import { type PostgresProxy, startPostgresProxy, TEST_SECRET, testToken } from '@feedwarden/test-kit';
import { freePort } from '../../apps/standalone/src/processes/tcp-ports.js';
import type { openResources } from '../support/open-resources.js';
import { type OwnPostgres, openPostgres } from '../support/own-postgres.js';
import { type RunningService, startService } from '../support/running-service.js';

export interface Member {
  name: string;
  kind: 'source-manager' | 'crawler';
  url: string;
  service: RunningService;
  start(): Promise<void>;
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

const CRAWLERS = 3;
const SOURCE_MANAGERS = 2;

/** A PostgreSQL, proxies in front of both databases, source-managers behind one address, and crawlers. */
export async function startFleet(open: ReturnType<typeof openResources>) {
  const server = await openPostgres(open);
  const proxies = {
    sourceManager: await startPostgresProxy(server.databases.sourceManager),
    crawler: await startPostgresProxy(server.databases.crawler),
  };
  for (const proxy of Object.values(proxies)) open.closeLater(proxy.close);
  const members: Member[] = [];
  const add = async (kind: Member['kind'], env: Record<string, string>) => {
    const port = await freePort();
    const start = () => startService(kind, port, { JWT_SECRET: TEST_SECRET, ...env });
    const name = `${kind} ${members.filter((member) => member.kind === kind).length + 1}`;
    const member: Member = {
      name,
      kind,
      url: `http://127.0.0.1:${port}`,
      service: await start(),
      start: async () => {
        member.service = await start();
      },
    };
    open.closeLater(async () => {
      member.service.signal('SIGCONT');
      if (!member.service.hasEnded()) await member.service.kill();
    });
    members.push(member);
  };
  for (let n = 0; n < SOURCE_MANAGERS; n += 1)
    await add('source-manager', {
      SOURCE_MANAGER_DATABASE_URL: proxies.sourceManager.url,
      API_RATE_LIMIT_PER_MINUTE: '0',
      FAILURE_POLICY_FILE: await policyFile(open),
    });
  const balancer = await startBalancer(members.map(({ url }) => Number(new URL(url).port)));
  open.closeLater(balancer.close);
  for (let n = 0; n < CRAWLERS; n += 1)
    await add('crawler', {
      CRAWLER_DATABASE_URL: proxies.crawler.url,
      SOURCE_MANAGER_URL: balancer.url,
      POLL_TICK_SECONDS: '1',
      POLL_DEFAULT_INTERVAL_MINUTES: '43200',
      API_RATE_LIMIT_PER_MINUTE: '0',
      FETCH_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    });
  const token = () => testToken(['sources:read', 'sources:write', 'feeds:toggle', 'posts:read']);
  return {
    server,
    proxies,
    members,
    crawlers: () => members.filter(({ kind }) => kind === 'crawler'),
    sources: createSourceClient({ baseUrl: balancer.url, token }),
    ask: async (member: Member, method: 'GET' | 'POST', path: string) => {
      const headers = { authorization: `Bearer ${await token()}` };
      const signal = AbortSignal.timeout(8_000);
      const response = await fetch(`${member.url}${path}`, { method, headers, signal });
      return { status: response.status, body: (await response.json()) as unknown };
    },
  };
}

/** Cuts every connection there is now, at its next message; new ones are left alone. */
export function cutAll(proxy: PostgresProxy, cut: 'reset' | 'torn' | 'freeze'): void {
  const old = proxy.connections();
  proxy.plan((connection) => (connection <= old ? cut : null));
}

export async function restartPostgres(server: OwnPostgres, how: 'fast' | 'immediate'): Promise<void> {
  if (how === 'fast') await server.stop();
  else await server.crash();
  await server.start();
}

/** Like a load balancer: each connection goes to the next one that is there. */
async function startBalancer(ports: number[]) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client)).on('error', () => {});
    const tryNext = (left: number) => {
      turn += 1;
      const upstream = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
      upstream.on('connect', () => {
        client.on('close', () => upstream.destroy());
        upstream.on('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => {
        if (upstream.connecting && left > 1) tryNext(left - 1);
        else client.destroy();
      });
    };
    tryNext(ports.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Feeds that often fail are never disabled; feeds that are gone at once. */
async function policyFile(open: ReturnType<typeof openResources>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-chaos-'));
  open.closeLater(() => rm(folder, { recursive: true }));
  const path = join(folder, 'policies.json');
  await writeFile(path, JSON.stringify({ typed: { rules: { upstream_failure: { disableAfter: null } } } }));
  return path;
}
