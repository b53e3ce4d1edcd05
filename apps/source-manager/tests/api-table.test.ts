import { sourceManagerApi } from '@feedwarden/contracts';
import { mountedRoutes, TEST_SECRET, tabledRoutes } from '@feedwarden/test-kit';
import { expect, it } from '@jest/globals';
import { readConfig } from '../src/config.js';
import { createSourceManager } from '../src/service.js';

it('the API table lists exactly the routes of express', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
  const service = createSourceManager(
    readConfig({ SOURCE_MANAGER_DATABASE_URL: nowhere, JWT_SECRET: TEST_SECRET, LOG_LEVEL: 'silent' }),
  );
  expect(mountedRoutes(service.app)).toEqual(tabledRoutes(sourceManagerApi));
  await service.stop();
});
