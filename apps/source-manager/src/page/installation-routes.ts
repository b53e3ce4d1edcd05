import { installationOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { CrawlerAddress } from './crawler-address.js';
import type { PageFiles } from './page-files.js';

export interface InstallationFacts {
  version: string;
  files: PageFiles;
  crawlerAddress: CrawlerAddress;
  defaultPolicy: string;
}

export function installationRoutes({
  version,
  files,
  crawlerAddress,
  defaultPolicy,
}: InstallationFacts): Route[] {
  const startedAt = new Date().toISOString();
  const build = files.get('/index.html')?.etag.replaceAll('"', '') ?? null;
  return routesOf(installationOperations, {
    getInstallation: ({ response: { req } }) => ({
      version,
      build,
      crawlerUrl: crawlerAddress(req),
      defaultPolicy,
      startedAt,
    }),
  });
}
