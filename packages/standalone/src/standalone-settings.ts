import { resolve } from 'node:path';
import { SERVICES, type ServiceDefinition } from './services.js';

export interface PlannedService extends ServiceDefinition {
  port: number;
  address: string;
  /** Without a database of the person's, the service gets one in the embedded PostgreSQL. */
  hasOwnDatabase: boolean;
}

/** `NAME=` in an .env file means the same as no line at all. */
export function given(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

/** The services also read a secret from the file that `NAME_FILE` names. */
export function isGiven(env: NodeJS.ProcessEnv, name: string): boolean {
  return given(env, name) !== undefined || given(env, `${name}_FILE`) !== undefined;
}

export function dataDirOf(env: NodeJS.ProcessEnv, rootDir: string): string {
  return resolve(rootDir, given(env, 'DATA_DIR') ?? '.data');
}

export function planServices(env: NodeJS.ProcessEnv): PlannedService[] {
  return SERVICES.map((service) => {
    const port = portOf(env, service);
    return {
      ...service,
      port,
      address: `http://127.0.0.1:${port}`,
      hasOwnDatabase: isGiven(env, service.databaseUrlVariable),
    };
  });
}

function portOf(env: NodeJS.ProcessEnv, { portVariable, defaultPort }: ServiceDefinition): number {
  const text = given(env, portVariable);
  if (text === undefined) return defaultPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${portVariable} must be a port number from 1 to 65535.`);
}
