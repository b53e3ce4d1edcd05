import { DEFAULT_FAILURE_POLICIES, type FailurePolicySet, policyNameSchema } from '@feedwarden/contracts';
import { withOverrides } from '@feedwarden/feed-health';
import { isAllowListEntry } from '@feedwarden/guarded-fetch';
import {
  databaseUrlField,
  type Environment,
  hostField,
  loadConfig,
  logLevelField,
  networksField,
  portField,
  positiveInt,
  rateLimitField,
  readTokenTrust,
  TOKEN_TRUST,
  type TokenTrust,
  tokenFields,
} from '@feedwarden/service-kit';
import { z } from 'zod';
import { type CredentialKey, credentialKeysField } from './credentials/credential-keys.js';
import { policyFileField } from './policies/failure-policies.js';

export const SECRET_VARIABLES = ['SOURCE_MANAGER_DATABASE_URL', 'JWT_SECRET', 'CREDENTIALS_KEY'] as const;

export const environmentSchema = z.object({
  HOST: hostField(),
  SOURCE_MANAGER_PORT: portField(4100),
  SOURCE_MANAGER_DATABASE_URL: databaseUrlField(),
  ...tokenFields,
  CREDENTIALS_KEY: credentialKeysField().default([]),
  FAILURE_POLICY: policyNameSchema.default(DEFAULT_FAILURE_POLICIES.default),
  FAILURE_POLICY_FILE: policyFileField().optional(),
  SOURCE_MAX_FAILURES: positiveInt(5),
  SOURCE_MAX_BACKOFF_HOURS: positiveInt(24),
  API_RATE_LIMIT_PER_MINUTE: rateLimitField(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: networksField(isAllowListEntry),
  LOG_LEVEL: logLevelField(),
});

export interface Config {
  /** The address that the API listens on. */
  host: string;
  port: number;
  databaseUrl: string;
  trust: TokenTrust;
  /** The first encrypts, all decrypt. Without any, neither API keys nor webhooks can be stored. */
  credentialKeys: CredentialKey[];
  policies: FailurePolicySet;
  rateLimitPerMinute: number;
  /** Non-public addresses that webhooks may reach. */
  webhookNetworks: string[];
  logLevel: string;
}

export function readConfig(env: Environment): Config {
  const vars = loadConfig(environmentSchema, env, SECRET_VARIABLES, [TOKEN_TRUST]);
  return {
    host: vars.HOST,
    port: vars.SOURCE_MANAGER_PORT,
    databaseUrl: vars.SOURCE_MANAGER_DATABASE_URL,
    trust: readTokenTrust(vars),
    credentialKeys: vars.CREDENTIALS_KEY,
    policies: withOverrides({
      defaultPolicy: vars.FAILURE_POLICY,
      maxFailures: vars.SOURCE_MAX_FAILURES,
      maxBackoffHours: vars.SOURCE_MAX_BACKOFF_HOURS,
      ...(vars.FAILURE_POLICY_FILE && { file: vars.FAILURE_POLICY_FILE }),
    }),
    rateLimitPerMinute: vars.API_RATE_LIMIT_PER_MINUTE,
    webhookNetworks: vars.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
    logLevel: vars.LOG_LEVEL,
  };
}
