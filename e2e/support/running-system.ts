import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSourceClient, type SourceClient } from '@feedwarden/client';
import {
  type FeedHistory,
  feedHistorySchema,
  type PollAnswer,
  pollAnswerSchema,
} from '@feedwarden/contracts';
import { createTestDatabase, TEST_SECRET, testToken } from '@feedwarden/test-kit';
import { expect } from '@jest/globals';
import { freePort } from '../../apps/standalone/src/processes/tcp-ports.js';
import { type RunningService, startService } from './running-service.js';

export interface RunningSystem {
  sources: SourceClient;
  manager: RunningService;
  crawler: RunningService;
  /** The environment of the crawler, for starting another one beside it. */
  crawlerEnv: Record<string, string>;
  /** Sends a request to the crawler, with every scope that a person can have. */
  askCrawler(method: 'GET' | 'POST', path: string): Promise<{ status: number; body: unknown }>;
  pollNow(sourceId: string): Promise<PollAnswer>;
  feed(sourceId: string): Promise<FeedHistory>;
  startManager(): Promise<void>;
  startCrawler(): Promise<void>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  policyFile?: object;
  managerEnv?: Record<string, string>;
  crawlerEnv?: Record<string, string>;
  /** Default: new databases on the shared server. */
  databases?: { sourceManager: string; crawler: string };
}

/** Starts both services, each with its own database. They tick every second and may poll this machine. */
export async function startSystem(options: SystemOptions = {}): Promise<RunningSystem> {
  const databases = await openDatabases(options.databases);
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-e2e-'));
  const policyPath = join(folder, 'policies.json');
  await writeFile(policyPath, JSON.stringify(options.policyFile ?? {}));
  const managerPort = await freePort();
  const managerUrl = `http://127.0.0.1:${managerPort}`;
  const crawlerPort = await freePort();

  const startManager = () =>
    startService('source-manager', managerPort, {
      SOURCE_MANAGER_DATABASE_URL: databases.sourceManager,
      JWT_SECRET: TEST_SECRET,
      FAILURE_POLICY_FILE: policyPath,
      CRAWLER_PUBLIC_URL: `:${crawlerPort}`,
      ...options.managerEnv,
    });
  const crawlerEnv: Record<string, string> = {
    CRAWLER_DATABASE_URL: databases.crawler,
    SOURCE_MANAGER_URL: managerUrl,
    JWT_SECRET: TEST_SECRET,
    POLL_TICK_SECONDS: '1',
    LOG_LEVEL: 'debug',
    // First polls are spread over the interval. With a month, only the polls that a test asks for happen.
    POLL_DEFAULT_INTERVAL_MINUTES: '43200',
    FETCH_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    ...options.crawlerEnv,
  };
  const startCrawler = () =>
    // Wait for the first tick, so that it cannot interfere with the test.
    startService('crawler', crawlerPort, crawlerEnv, (lines) =>
      expect(lines.map(({ msg }) => msg)).toContain('tick'),
    );
  const token = () => testToken(['sources:read', 'sources:write', 'feeds:toggle', 'posts:read']);

  const manager = await startManager();
  const crawler = await startCrawler().catch(async (error: unknown) => {
    await manager.kill();
    throw error;
  });
  const system: RunningSystem = {
    sources: createSourceClient({ baseUrl: managerUrl, token }),
    manager,
    crawler,
    crawlerEnv,
    askCrawler: async (method, path) => {
      const headers = { authorization: `Bearer ${await token()}` };
      const response = await fetch(`http://127.0.0.1:${crawlerPort}${path}`, { method, headers });
      return { status: response.status, body: await response.json() };
    },
    pollNow: async (sourceId) => {
      const { status, body } = await system.askCrawler('POST', `/api/v1/feeds/${sourceId}/poll`);
      if (status !== 200) throw new Error(`poll-now returned ${status}: ${JSON.stringify(body)}`);
      return pollAnswerSchema.parse(body);
    },
    feed: async (sourceId) =>
      feedHistorySchema.parse((await system.askCrawler('GET', `/api/v1/feeds/${sourceId}`)).body),
    startManager: async () => {
      system.manager = await startManager();
    },
    startCrawler: async () => {
      system.crawler = await startCrawler();
    },
    stop: async () => {
      await system.crawler.stop();
      await system.manager.stop();
      await Promise.all([databases.drop(), rm(folder, { recursive: true })]);
    },
  };
  return system;
}

async function openDatabases(given: SystemOptions['databases']) {
  if (given) return { ...given, drop: async () => {} };
  const [manager, crawler] = await Promise.all([
    createTestDatabase('source-manager'),
    createTestDatabase('crawler'),
  ]);
  return {
    sourceManager: manager.url,
    crawler: crawler.url,
    drop: async () => {
      await Promise.all([manager.drop(), crawler.drop()]);
    },
  };
}
