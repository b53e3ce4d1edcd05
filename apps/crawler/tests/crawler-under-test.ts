import { setTimeout as sleep } from 'node:timers/promises';
import { captureLogs, eventually, type LogLine, TEST_SECRET, TEST_TRUST } from '@feedwarden/test-kit';
import { readConfig } from '../src/config.js';
import { createCrawler } from '../src/service.js';

/** As it is built: a process does not run TypeScript. */
const READER_PROCESS = new URL('../dist/reading/reader-process.js', import.meta.url);

export interface CrawlerUnderTest {
  port: number;
  lines: LogLine[];
  stop(): Promise<void>;
}

/** The whole crawler as it really runs, on the given database. Its source-manager is away unless the test has one. */
export async function startCrawler(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<CrawlerUnderTest> {
  const { logger, lines } = captureLogs();
  const config = readConfig({
    CRAWLER_PORT: '0',
    CRAWLER_DATABASE_URL: databaseUrl,
    SOURCE_MANAGER_URL: 'http://127.0.0.1:9',
    JWT_SECRET: TEST_SECRET,
    JWT_ISSUER: TEST_TRUST.issuer,
    JWT_AUDIENCE: TEST_TRUST.audience,
    API_RATE_LIMIT_PER_MINUTE: '0',
    POLL_TICK_SECONDS: '3600',
    FETCH_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    ...env,
  });
  const crawler = createCrawler(config, { logger, readerProcess: READER_PROCESS });
  await crawler.start();
  await eventually(async () => {
    await sleep(10);
    if (!lines.some(({ msg }) => msg === 'tick')) throw new Error('the first tick is not over');
  });
  return { port: crawler.port(), lines, stop: crawler.stop };
}
