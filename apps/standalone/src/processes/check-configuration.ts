import { execFile } from 'node:child_process';
import { type PlannedService, portProblems, serviceEnvironment } from './service-plan.js';

export interface CheckedInstallation {
  env: NodeJS.ProcessEnv;
  entryPoints: Record<PlannedService['name'], string>;
  dataDir: string;
}

/** Stands for what a start would provide, so that the check needs neither secrets nor databases. */
const PROVIDED = {
  jwtSecret: 'x'.repeat(32),
  credentialsKey: Buffer.alloc(32).toString('base64'),
  postgresPassword: '',
  sourceManagerDatabasePassword: '',
  crawlerDatabasePassword: '',
};

/** A service exits with this code when its configuration is not valid. */
const NOT_VALID = 2;

/** Throws if a service would not accept its configuration: with the mistakes of both, each variable once. */
export async function checkConfiguration(plans: PlannedService[], installation: CheckedInstallation) {
  const { env, entryPoints, dataDir } = installation;
  const databaseUrls = Object.fromEntries(
    plans.map(({ databaseUrlVariable }) => [databaseUrlVariable, 'postgres://localhost/provided']),
  );
  const environment = serviceEnvironment(env, { services: plans, secrets: PROVIDED, dataDir, databaseUrls });
  const found = await Promise.all(plans.map(({ name }) => problemsOf(entryPoints[name], environment)));
  const problems = onceEach([portProblems(env), ...found]);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}`);
  throw new Error(`The configuration is not valid. Nothing was started.\n${lines.join('\n')}`);
}

/** Both services read some variables: each is the matter of the first that reports it, which may do so in several lines. */
function onceEach(lists: string[][]): string[] {
  const reported = new Set<string | undefined>();
  return lists.flatMap((list) => {
    const others = list.filter((problem) => !reported.has(variableOf(problem)));
    for (const problem of others) reported.add(variableOf(problem));
    return others;
  });
}

const variableOf = (problem: string) => /^\w+/.exec(problem)?.[0];

function problemsOf(entryPoint: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [entryPoint, '--check-config'], { env }, (error, _stdout, stderr) => {
      if (!error) resolve([]);
      else if (error.code === NOT_VALID) resolve(stderr.split('\n').flatMap(problemIn));
      else reject(error);
    });
  });
}

const problemIn = (line: string) => (line.startsWith('  ') ? [line.trim()] : []);
