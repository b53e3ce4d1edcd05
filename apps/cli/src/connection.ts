import { resolve } from 'node:path';
import type { Scope } from '@feedwarden/contracts';
import { mintInstallationToken } from '@feedwarden/standalone/installation-token';
import type { Call } from './command.js';
import { NoTokenError, UsageError } from './exit-codes.js';

export interface Connection {
  sourceManagerUrl: string;
  crawlerUrl: string;
  token: () => Promise<string>;
}

/** What the commands need; never `crawler`. */
const SCOPES: Scope[] = ['sources:read', 'sources:write', 'feeds:toggle', 'posts:read'];
const TTL_SECONDS = 15 * 60;

export const ROOT_DIR = resolve(import.meta.dirname, '../../..');

export function connectionOf(call: Call, env: NodeJS.ProcessEnv): Connection {
  const given = call.text('token') || env.FEEDWARDEN_TOKEN;
  let minted: Promise<string> | null = null;
  return {
    sourceManagerUrl: urlOf(call, env, 'source-manager-url', 'SOURCE_MANAGER', 4100),
    crawlerUrl: urlOf(call, env, 'crawler-url', 'CRAWLER', 4200),
    token: async () => {
      if (given) return given;
      minted ??= mint(env);
      return minted;
    },
  };
}

function urlOf(call: Call, env: NodeJS.ProcessEnv, option: string, name: string, port: number): string {
  const url = call.text(option) || env[`${name}_URL`] || `http://127.0.0.1:${env[`${name}_PORT`] || port}`;
  if (!/^https?:\/\/[^\s/]/.test(url))
    throw new UsageError(`--${option} must be an http or https URL, not "${url}"`);
  return url;
}

async function mint(env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return await mintInstallationToken(
      { scopes: SCOPES, ttlSeconds: TTL_SECONDS },
      env,
      ROOT_DIR,
      new Date(),
    );
  } catch (error) {
    throw new NoTokenError(`${(error as Error).message} Or give a token by --token or FEEDWARDEN_TOKEN.`);
  }
}
