import { readFile } from 'node:fs/promises';
import { installationOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { CrawlerAddress } from './crawler-address.js';
import type { PageFiles } from './page-files.js';

export interface InstallationFacts {
  version: string;
  files: PageFiles;
  crawlerAddress: CrawlerAddress;
  defaultPolicy: string;
  /** Where the demo writes down what it tells. */
  storyFile: string | undefined;
}

export function installationRoutes({
  version,
  files,
  crawlerAddress,
  defaultPolicy,
  storyFile,
}: InstallationFacts): Route[] {
  const startedAt = new Date().toISOString();
  const build = files.get('/index.html')?.etag.replaceAll('"', '') ?? null;
  return routesOf(installationOperations, {
    getInstallation: async ({ response: { req } }) => ({
      version,
      build,
      crawlerUrl: crawlerAddress(req),
      defaultPolicy,
      startedAt,
      story: storyFile === undefined ? null : JSON.parse(await readFile(storyFile, 'utf8')),
    }),
  });
}
