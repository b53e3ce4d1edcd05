import type { Secrets } from './secrets.js';
import { isGiven, type PlannedService } from './standalone-settings.js';

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
    SOURCE_MANAGER_URL: services.find(({ name }) => name === 'source-manager')?.address,
  };
  const missing = Object.entries(defaults).filter(([name]) => !isGiven(env, name));
  return { ...env, ...Object.fromEntries(missing), DATA_DIR: dataDir };
}
