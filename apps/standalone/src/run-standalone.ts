import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  dashboardAddress,
  dataDirOf,
  isGiven,
  loadOrCreateSecrets,
  mintLoginLink,
} from '@feedwarden/installation';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.js';
import { provideDatabases } from './postgres/service-databases.js';
import { isRoot } from './postgres/user.js';
import { checkConfiguration } from './processes/check-configuration.js';
import { acquireInstanceLock, type InstanceLock } from './processes/instance-lock.js';
import { type PlannedService, planServices, serviceEnvironment } from './processes/service-plan.js';
import {
  type ServiceProcess,
  startServiceProcess,
  stopLeftovers,
  stopProcess,
  waitUntilReady,
} from './processes/service-process.js';
import { type StopRequests, whenAborted } from './processes/stop-requests.js';
import { isPortTaken } from './processes/tcp-ports.js';

export interface Standalone {
  rootDir: string;
  env: NodeJS.ProcessEnv;
  entryPoints: Record<PlannedService['name'], string>;
  stopRequests: StopRequests;
}

interface Running {
  postgres: EmbeddedPostgres | undefined;
  services: { plan: PlannedService; process: ServiceProcess }[];
}

/** Runs until a person stops it or something it started ends by itself; returns the exit code. */
export async function runStandalone(standalone: Standalone): Promise<0 | 1> {
  const { entryPoints, env, rootDir, stopRequests } = standalone;
  const dataDir = dataDirOf(env, rootDir);
  const plans = planServices(env);
  await checkConfiguration(plans, { env, entryPoints, dataDir });
  createDataDir(dataDir);
  const lock = await acquireInstanceLock(dataDir);
  const running: Running = { postgres: undefined, services: [] };
  try {
    await stopLeftovers(lock.leftovers, { entryPoints, atOnce: stopRequests.atOnce });
    lock.update({ children: [] });
    for (const plan of plans) await demandPort(plan);
    await startAll(standalone, dataDir, plans, lock, running);
    if (!stopRequests.orderly.aborted) {
      lock.update({ addresses: plans.map(({ address }) => address) });
      console.log(await welcome(standalone, plans, dataDir, running.postgres?.dataDir));
    }
    await untilStopped(running, stopRequests.orderly);
    console.log('Stopping.');
    return 0;
  } catch (error) {
    // Said before the stop, which may take a while.
    console.error(explain(error));
    return 1;
  } finally {
    await stopAll(running, stopRequests.atOnce);
    lock.release();
  }
}

async function startAll(
  { entryPoints, env, stopRequests }: Standalone,
  dataDir: string,
  plans: PlannedService[],
  lock: InstanceLock,
  running: Running,
): Promise<void> {
  const secrets = loadOrCreateSecrets(dataDir);
  let databaseUrls = {};
  if (plans.some(({ hasOwnDatabase }) => !hasOwnDatabase)) {
    running.postgres = await startEmbeddedPostgres({
      dataDir: join(dataDir, 'postgres'),
      durable: true,
      password: secrets.postgresPassword,
    });
    databaseUrls = await provideDatabases(plans, running.postgres, secrets);
  }
  const environment = serviceEnvironment(env, { services: plans, secrets, dataDir, databaseUrls });
  for (const plan of plans) {
    if (stopRequests.orderly.aborted) return;
    const process = startServiceProcess(plan.name, entryPoints[plan.name], environment);
    running.services.push({ plan, process });
    lock.update({ children: running.services.map((service) => service.process.record) });
    // One after the other: a crawler that starts first has nobody to ask for its sources.
    const settled = new AbortController();
    await Promise.race([
      waitUntilReady(plan.address, settled.signal, () =>
        console.log(`Still waiting for ${plan.name} to get ready.`),
      ),
      untilStopped(running, stopRequests.orderly),
    ]).finally(() => settled.abort());
  }
}

async function untilStopped({ postgres, services }: Running, stop: AbortSignal): Promise<void> {
  await Promise.race([
    whenAborted(stop),
    ...services.map(async ({ plan, process }) => {
      throw new Error(`${plan.name} ${await process.exited}; see its log messages above.`);
    }),
    ...(postgres === undefined ? [] : [endOf(postgres)]),
  ]);
}

async function endOf(postgres: EmbeddedPostgres): Promise<never> {
  await postgres.exited;
  throw new Error('The embedded PostgreSQL ended by itself; postgres.log in the data folder says why.');
}

async function stopAll({ postgres, services }: Running, atOnce: AbortSignal): Promise<void> {
  for (const { plan, process } of services.toReversed()) {
    await stopProcess(process.record, {
      deadlineMs: plan.stopDeadlineMs,
      onSlow: () => {
        const seconds = plan.stopDeadlineMs / 1000;
        console.log(
          `${plan.name} finishes ${plan.stopsAfter} (at most ${seconds} s; ctrl-C again stops at once).`,
        );
      },
      atOnce,
    });
  }
  await postgres?.stop();
}

async function demandPort({ name, port, portVariable }: PlannedService): Promise<void> {
  if (!(await isPortTaken(port))) return;
  throw new Error(
    `Port ${port}, needed by ${name}, is in use. Stop the program that uses it, or set ${portVariable}.`,
  );
}

function createDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  // As root, PostgreSQL's unprivileged user must get through to its own folder, and see nothing else.
  chmodSync(dataDir, isRoot ? 0o711 : 0o700);
}

async function welcome(
  { env, rootDir }: Standalone,
  services: PlannedService[],
  dataDir: string,
  databaseDir: string | undefined,
): Promise<string> {
  const lines = [
    'Feedwarden is running.',
    '',
    `  ${'Dashboard'.padEnd(15)} ${await loginLink(env, rootDir)}`,
    '',
    ...services.map(({ name, address }) => `  ${name.padEnd(15)} ${address}`),
    `  ${'data'.padEnd(15)} ${dataDir}`,
    ...(databaseDir === undefined || databaseDir.startsWith(dataDir)
      ? []
      : [`  ${'database'.padEnd(15)} ${databaseDir}`]),
    '',
    '  The link works once, for ten minutes. For another, or for a token, in another terminal:',
    '    npm run -s feedwarden -- login',
    '    npm run -s token -- --scope "sources:read sources:write feeds:toggle posts:read"',
    '',
    isGiven(env, 'DEMO_STORY_FILE')
      ? '  Ctrl-C stops everything, and the data of the demo goes.'
      : '  Ctrl-C stops everything; the data stays.',
  ];
  return `\n${lines.join('\n')}\n`;
}

/** With an issuer of one's own there is no link: one logs in with a token of it. */
async function loginLink(env: NodeJS.ProcessEnv, rootDir: string): Promise<string> {
  if (isGiven(env, 'JWT_JWKS_URL')) return `${dashboardAddress(env)}/login (with a token of your issuer)`;
  return mintLoginLink({}, env, rootDir, new Date());
}

/** Our errors are sentences for the person at the terminal; whatever has no text is shown whole. */
export function explain(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : inspect(error);
}
