import { join, resolve } from 'node:path';
import { loadEnvFileIfPresent } from '@feedwarden/installation';
import { listenForStopRequests } from './processes/stop-requests.js';
import { explain, runStandalone } from './run-standalone.js';

const rootDir = resolve(import.meta.dirname, '../../..');

// A closed terminal (SIGHUP) takes our output away; that must not end the orderly stop half-way.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const stopRequests = listenForStopRequests();
  loadEnvFileIfPresent(process.cwd());
  const exitCode = await runStandalone({
    rootDir,
    env: process.env,
    entryPoints: {
      'source-manager': join(rootDir, 'apps/source-manager/dist/main.js'),
      crawler: join(rootDir, 'apps/crawler/dist/main.js'),
    },
    stopRequests,
  });
  process.exit(exitCode);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
