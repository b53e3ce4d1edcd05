import { resolve } from 'node:path';
import { localAddress, mintInstallationToken, PERSON_SCOPES } from '@feedwarden/installation';
import { NoTokenError, UsageError } from './errors.js';

export interface ConnectionOptions {
  token?: string;
  sourceManagerUrl?: string;
  crawlerUrl?: string;
}

export interface Connection {
  sourceManagerUrl: string;
  crawlerUrl: string;
  token: () => Promise<string>;
}

const TTL_SECONDS = 15 * 60;

export const ROOT_DIR = resolve(import.meta.dirname, '../../..');

export function connectionOf(options: ConnectionOptions, env: NodeJS.ProcessEnv): Connection {
  const given = options.token || env.FEEDWARDEN_TOKEN;
  let minted: Promise<string> | null = null;
  return {
    sourceManagerUrl: webUrl(
      'source-manager-url',
      options.sourceManagerUrl ||
        env.SOURCE_MANAGER_URL ||
        localAddress(env, env.SOURCE_MANAGER_PORT || 4100),
    ),
    crawlerUrl: webUrl(
      'crawler-url',
      options.crawlerUrl || env.CRAWLER_URL || localAddress(env, env.CRAWLER_PORT || 4200),
    ),
    token: async () => {
      if (given) return given;
      minted ??= mint(env);
      return minted;
    },
  };
}

function webUrl(option: string, url: string): string {
  if (/^https?:\/\/[^\s/]/.test(url)) return url;
  throw new UsageError(`--${option} must be an http or https URL, not "${url}"`);
}

async function mint(env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return await mintInstallationToken(
      { scopes: PERSON_SCOPES, ttlSeconds: TTL_SECONDS },
      env,
      ROOT_DIR,
      new Date(),
    );
  } catch (error) {
    throw new NoTokenError(`${(error as Error).message} Or give a token with --token or FEEDWARDEN_TOKEN.`);
  }
}
