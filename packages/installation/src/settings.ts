import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** `NAME=` in an .env file means the same as no line at all. */
export function given(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

/** The services also read a secret from the file that `NAME_FILE` names. */
export function isGiven(env: NodeJS.ProcessEnv, name: string): boolean {
  return given(env, name) !== undefined || given(env, `${name}_FILE`) !== undefined;
}

/** Where a service of this machine is reached, whatever address it listens on. */
export function localAddress(env: NodeJS.ProcessEnv, port: number | string): string {
  const host = given(env, 'HOST') ?? '127.0.0.1';
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

export function dataDirOf(env: NodeJS.ProcessEnv, rootDir: string): string {
  return resolve(rootDir, given(env, 'DATA_DIR') ?? '.data');
}

/** Variables that are set already win over the file. */
export function loadEnvFileIfPresent(directory: string): void {
  const path = resolve(directory, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}
