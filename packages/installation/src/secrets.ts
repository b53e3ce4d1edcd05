import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './write-file-atomically.js';

/** What an installation makes up for itself at its first start and must keep for ever. */
export interface Secrets {
  jwtSecret: string;
  credentialsKey: string;
  postgresPassword: string;
  sourceManagerDatabasePassword: string;
  crawlerDatabasePassword: string;
}

const isText = (text: string) => text.length >= 16;
const isLongText = (text: string) => Buffer.byteLength(text) >= 32;
const isAesKey = (text: string) => Buffer.from(text, 'base64').length === 32;

const VALID = {
  jwtSecret: isLongText,
  credentialsKey: isAesKey,
  postgresPassword: isText,
  sourceManagerDatabasePassword: isText,
  crawlerDatabasePassword: isText,
} satisfies Record<keyof Secrets, (text: string) => boolean>;

export function secretsPath(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

export function loadOrCreateSecrets(dataDir: string): Secrets {
  return readSecrets(dataDir) ?? createSecrets(dataDir);
}

/** undefined before the first start. */
export function readSecrets(dataDir: string): Secrets | undefined {
  const path = secretsPath(dataDir);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
  closeToOthers(path);
  return parseSecrets(text, path);
}

function createSecrets(dataDir: string): Secrets {
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    credentialsKey: randomBytes(32).toString('base64'),
    postgresPassword: randomBytes(24).toString('base64url'),
    sourceManagerDatabasePassword: randomBytes(24).toString('base64url'),
    crawlerDatabasePassword: randomBytes(24).toString('base64url'),
  };
  writeFileAtomically(secretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
}

function parseSecrets(text: string, path: string): Secrets {
  const advice =
    'Restore it from a backup. Without it stored credentials cannot be read and the database stays closed.';
  let parsed: Record<string, unknown>;
  try {
    parsed = Object(JSON.parse(text));
  } catch {
    throw new Error(`${path} is not valid JSON. ${advice}`);
  }
  const wrong = Object.entries(VALID).filter(([name, isValid]) => {
    const value = parsed[name];
    return typeof value !== 'string' || !isValid(value);
  });
  if (wrong.length > 0) {
    throw new Error(`${path} lacks a valid ${wrong.map(([name]) => name).join(', ')}. ${advice}`);
  }
  return parsed as unknown as Secrets;
}

function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
    process.stderr.write(`${path} was open to other users; it is readable by its owner only now.\n`);
  } catch {
    process.stderr.write(`${path} is open to other users. Close it: chmod 600 ${path}\n`);
  }
}
