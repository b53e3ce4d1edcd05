import type { Secrets } from '@feedwarden/installation';
import { given, isGiven, localAddress } from '@feedwarden/installation';

export interface ServiceDefinition {
  name: 'source-manager' | 'crawler';
  /** Of the embedded database, and of the role that owns it. */
  database: string;
  databasePassword: keyof Secrets;
  databaseUrlVariable: string;
  portVariable: string;
  defaultPort: number;
  stopDeadlineMs: number;
  /** What a slow stop is waiting for. */
  stopsAfter: string;
}

/** In starting order; they stop in the reverse one, because the crawler reports to the source manager. */
export const SERVICES: readonly ServiceDefinition[] = [
  {
    name: 'source-manager',
    database: 'source_manager',
    databasePassword: 'sourceManagerDatabasePassword',
    databaseUrlVariable: 'SOURCE_MANAGER_DATABASE_URL',
    portVariable: 'SOURCE_MANAGER_PORT',
    defaultPort: 4100,
    stopDeadlineMs: 10_000,
    stopsAfter: 'the requests it is answering',
  },
  {
    name: 'crawler',
    database: 'crawler',
    databasePassword: 'crawlerDatabasePassword',
    databaseUrlVariable: 'CRAWLER_DATABASE_URL',
    portVariable: 'CRAWLER_PORT',
    defaultPort: 4200,
    stopDeadlineMs: 20_000,
    stopsAfter: 'the polls under way',
  },
];

export interface PlannedService extends ServiceDefinition {
  port: number;
  address: string;
  /** Without a database of the person's, the service gets one in the embedded PostgreSQL. */
  hasOwnDatabase: boolean;
}

export function planServices(env: NodeJS.ProcessEnv): PlannedService[] {
  return SERVICES.map((service) => {
    const port = portOf(env, service);
    return {
      ...service,
      port,
      address: localAddress(env, port),
      hasOwnDatabase: isGiven(env, service.databaseUrlVariable),
    };
  });
}

/** Stricter than the services: with port 0 nobody would know where they are. */
export function portProblems(env: NodeJS.ProcessEnv): string[] {
  return SERVICES.flatMap(({ portVariable }) => {
    const text = given(env, portVariable);
    return text === undefined || isPort(text) ? [] : [`${portVariable}: must be a port from 1 to 65535`];
  });
}

function portOf(env: NodeJS.ProcessEnv, { portVariable, defaultPort }: ServiceDefinition): number {
  const text = given(env, portVariable);
  return text !== undefined && isPort(text) ? Number(text) : defaultPort;
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

export interface Provided {
  services: PlannedService[];
  secrets: Secrets;
  dataDir: string;
  /** By variable, of the databases in the embedded PostgreSQL. */
  databaseUrls: Record<string, string>;
}

/** What the services get to see: the person's environment, completed where the person said nothing. */
export function serviceEnvironment(
  env: NodeJS.ProcessEnv,
  { services, secrets, dataDir, databaseUrls }: Provided,
): NodeJS.ProcessEnv {
  const defaults: Record<string, string | undefined> = {
    ...databaseUrls,
    JWT_SECRET: isGiven(env, 'JWT_JWKS_URL') ? undefined : secrets.jwtSecret,
    CREDENTIALS_KEY: secrets.credentialsKey,
    CRAWLER_PUBLIC_URL: `:${services.find(({ name }) => name === 'crawler')?.port}`,
    SOURCE_MANAGER_URL: services.find(({ name }) => name === 'source-manager')?.address,
  };
  const missing = Object.entries(defaults).filter(([name]) => !isGiven(env, name));
  return { ...env, ...Object.fromEntries(missing), DATA_DIR: dataDir };
}
