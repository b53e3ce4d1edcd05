import { crawlerApi } from '@feedwarden/contracts';
import { mountedRoutes, TEST_SECRET, tabledRoutes } from '@feedwarden/test-kit';
import { expect, it } from '@jest/globals';
import { readConfig } from '../src/config.js';
import { createCrawler } from '../src/service.js';

it('has exactly the routes of the table', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
  const service = createCrawler(
    readConfig({ CRAWLER_DATABASE_URL: nowhere, JWT_SECRET: TEST_SECRET, LOG_LEVEL: 'silent' }),
  );
  expect(mountedRoutes(service.app)).toEqual(tabledRoutes(crawlerApi));
  await service.stop();
});
