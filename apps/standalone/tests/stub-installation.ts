import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../dist');

// Stands in for a service: ready at once, and says on its output what happens to it.
const stubService = (name: string, portVariable: string) => `
  import { createServer } from 'node:http';
  if (process.argv.includes('--check-config')) {
    const mistakes = process.env.STUB_MISTAKES ?? '';
    if (mistakes) console.error('the configuration is not valid:\\n' + mistakes.replaceAll('$name', '${name}'));
    process.exit(mistakes ? 2 : 0);
  }
  console.log('${name} started');
  createServer((_request, response) => response.end()).listen(Number(process.env.${portVariable}), '127.0.0.1');
  process.on('SIGTERM', () => { console.log('${name} stopped'); process.exit(0); });
  process.on('SIGUSR2', () => process.exit(7));`;

const launcher = (entryPoints: Record<string, string>) => `
  import { runStandalone } from '${DIST}/run-standalone.js';
  import { listenForStopRequests } from '${DIST}/processes/stop-requests.js';
  const stopRequests = listenForStopRequests();
  const entryPoints = ${JSON.stringify(entryPoints)};
  const exitCode = await runStandalone({ rootDir: import.meta.dirname, env: process.env, entryPoints, stopRequests })
    .catch((error) => { console.error(error.message); return 1; });
  process.exit(exitCode);`;

export interface Launched {
  process: ChildProcess;
  output(): string;
  says(text: string): Promise<void>;
  exitCode(): Promise<number>;
}

/** An installation with stub services in `directory`; the function it returns is its `npm start`. */
export function stubInstallation(directory: string, env: NodeJS.ProcessEnv): () => Launched {
  const entryPoints = {
    'source-manager': join(directory, 'source-manager.mjs'),
    crawler: join(directory, 'crawler.mjs'),
  };
  writeFileSync(entryPoints['source-manager'], stubService('source-manager', 'SOURCE_MANAGER_PORT'));
  writeFileSync(entryPoints.crawler, stubService('crawler', 'CRAWLER_PORT'));
  writeFileSync(join(directory, 'launcher.mjs'), launcher(entryPoints));
  return () => launch(join(directory, 'launcher.mjs'), env);
}

function launch(program: string, env: NodeJS.ProcessEnv): Launched {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  return {
    process: child,
    output: () => output,
    async says(text) {
      while (!output.includes(text)) {
        const [kind] = await Promise.race([
          once(child.stdout, 'data').then(() => ['data']),
          exited.then(() => ['exit']),
        ]);
        if (kind === 'exit' && !output.includes(text)) throw new Error(`ended without "${text}":\n${output}`);
      }
    },
    exitCode: async () => Number((await exited)[0]),
  };
}
