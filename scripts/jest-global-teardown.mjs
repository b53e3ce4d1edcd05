import { rmSync } from 'node:fs';

export default async function tearDown() {
  const server = globalThis.feedwardenTestServer;
  if (server === undefined) return;
  server.watchdog.kill('SIGKILL');
  await server.postgres.stop();
  for (const directory of server.directories) rmSync(directory, { recursive: true, force: true });
}
