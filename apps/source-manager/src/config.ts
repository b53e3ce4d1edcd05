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
  originsField,
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
import { crawlerAddressField } from './page/crawler-address.js';
import { policyFileField } from './policies/failure-policies.js';

export const SECRET_VARIABLES = ['SOURCE_MANAGER_DATABASE_URL', 'JWT_SECRET', 'CREDENTIALS_KEY'] as const;

export const environmentSchema = z.object({
  HOST: hostField(),
  SOURCE_MANAGER_PORT: portField(4100).describe('The port of the source API.'),
  SOURCE_MANAGER_DATABASE_URL: databaseUrlField().describe(
    'Its own PostgreSQL database, like postgres://user:password@host:5432/name. `npm start` brings one.',
  ),
  ...tokenFields,
  CREDENTIALS_KEY: credentialKeysField()
    .default([])
    .describe(
      "The key that encrypts users' API keys and webhooks' secrets, 32 bytes in base64. To change it, put the new one first and keep the old one after a comma for one start. `npm start` creates one and keeps it in DATA_DIR.",
    ),
  FAILURE_POLICY: policyNameSchema
    .default(DEFAULT_FAILURE_POLICIES.default)
    .describe('The failure policy of sources that have none of their own: typed, permanent or quarantine.'),
  FAILURE_POLICY_FILE: policyFileField()
    .optional()
    .describe('A JSON file with your changes to the failure policies.'),
  SOURCE_MAX_FAILURES: positiveInt(5).describe(
    'How many failures in a row the policies permanent and quarantine allow.',
  ),
  SOURCE_MAX_BACKOFF_HOURS: positiveInt(24).describe('The longest time between two polls of a failing feed.'),
  API_RATE_LIMIT_PER_MINUTE: rateLimitField(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: networksField(isAllowListEntry).describe(
    'false, or the private hosts, addresses and CIDR blocks that webhooks may be sent to: hooks.internal,10.1.0.0/16',
  ),
  CRAWLER_PUBLIC_URL: crawlerAddressField(),
  DASHBOARD_ORIGINS: originsField(
    'Where else the dashboard is opened, if a proxy changes the Host header: https://feeds.example. Separated by commas; the crawler allows these origins, too.',
  ),
  DEMO_STORY_FILE: z
    .string()
    .optional()
    .describe('Where `npm run demo` writes what it tells, for the dashboard. It sets this itself.'),
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
  /** Of the dashboard, besides that of the server itself. */
  dashboardOrigins: string[];
  /** Where the dashboard reaches the crawler: a URL, a path or a port. */
  crawlerPublicUrl: string;
  storyFile: string | undefined;
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
    dashboardOrigins: vars.DASHBOARD_ORIGINS,
    storyFile: vars.DEMO_STORY_FILE,
    crawlerPublicUrl: vars.CRAWLER_PUBLIC_URL,
    logLevel: vars.LOG_LEVEL,
  };
}
