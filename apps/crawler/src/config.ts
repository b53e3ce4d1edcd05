import { sourceTypeSchema } from '@feedwarden/contracts';
import { isAllowListEntry } from '@feedwarden/guarded-fetch';
import {
  databaseUrlField,
  type Environment,
  hostField,
  jsonField,
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
  urlField,
  wholeNumber,
} from '@feedwarden/service-kit';
import { z } from 'zod';
import { fetchLimitFields, readFetchLimits } from './fetch-limit-fields.js';
import type { PollDelays } from './poll/politeness.js';
import type { ScheduleSettings } from './poll/schedule.js';
import type { WebAccessSettings } from './robots/web-access.js';

export const SECRET_VARIABLES = ['CRAWLER_DATABASE_URL', 'JWT_SECRET', 'SOURCE_MANAGER_TOKEN'] as const;

/** How the crawler proves who it is to source-manager: where an issuer signs the tokens, it cannot do so itself. */
const identityOf = ({ JWT_JWKS_URL }: Environment) =>
  ['SOURCE_MANAGER_TOKEN', JWT_JWKS_URL ? 'SOURCE_MANAGER_TOKEN_FILE' : 'JWT_SECRET'] as const;

const secondsByName = (isKnown: (name: string) => boolean, message: string) =>
  jsonField(z.record(z.string(), z.number().min(0).max(3600)))
    .refine((record) => Object.keys(record).every(isKnown), message)
    .default({})
    .transform(
      (record) => new Map(Object.entries(record).map(([name, seconds]) => [name.toLowerCase(), seconds])),
    );

const isSourceType = (name: string) => sourceTypeSchema.safeParse(name).success;

export const environmentSchema = z.object({
  HOST: hostField(),
  CRAWLER_PORT: portField(4200),
  CRAWLER_DATABASE_URL: databaseUrlField(),
  SOURCE_MANAGER_URL: urlField(/^https?$/, 'http://localhost:4100').default('http://localhost:4100'),
  SOURCE_MANAGER_TOKEN: z.string().optional(),
  ...tokenFields,
  SOURCE_MAX_ARTICLE_AGE_DAYS: positiveInt(7, 36_500),
  POLL_TICK_SECONDS: positiveInt(60, 86_400),
  POLL_DEFAULT_INTERVAL_MINUTES: positiveInt(30, 43_200),
  POLL_MAX_FRESH_HOURS: wholeNumber('must be a whole number of hours from 0 to 720', 0, 720).default(6),
  POLL_MOVED_AFTER_DAYS: wholeNumber('must be a whole number of days from 0 to 365', 0, 365).default(7),
  POLL_HOSTS_AT_ONCE: positiveInt(50, 10_000),
  POLL_HOST_DELAYS: secondsByName(() => true, ''),
  POLL_TYPE_DELAYS: secondsByName(
    isSourceType,
    `must name types of sources: ${sourceTypeSchema.options.join(', ')}`,
  ),
  ...fetchLimitFields,
  FETCH_CONTACT_URL: urlField(/^https?$/, 'https://example.org/about-our-crawler').default(
    'https://feedwarden.example/about-the-crawler',
  ),
  TWITTER_API_URL: urlField(/^https?$/, 'https://api.x.com').default('https://api.x.com'),
  FETCH_ALLOW_PRIVATE_NETWORKS: networksField(isAllowListEntry),
  API_RATE_LIMIT_PER_MINUTE: rateLimitField(),
  FETCH_RESPECT_ROBOTS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  LOG_LEVEL: logLevelField(),
});

export interface Config {
  /** The address that the API listens on. */
  host: string;
  port: number;
  databaseUrl: string;
  sourceManagerUrl: string;
  trust: TokenTrust;
  /** How the crawler proves who it is to source-manager: a token it was given, or the secret to sign its own. */
  identity: { token: string } | { secret: string };
  maxArticleAgeDays: number;
  /** How long permanent redirects must hold before the URL follows; 0: it never does by itself. */
  movedAfterDays: number;
  fetching: WebAccessSettings;
  polling: { tickSeconds: number; hostsAtOnce: number; delays: PollDelays; schedule: ScheduleSettings };
  twitterApiUrl: string;
  rateLimitPerMinute: number;
  logLevel: string;
}

export function readConfig(env: Environment): Config {
  const vars = loadConfig(environmentSchema, env, SECRET_VARIABLES, [TOKEN_TRUST, identityOf(env)]);
  return {
    host: vars.HOST,
    port: vars.CRAWLER_PORT,
    databaseUrl: vars.CRAWLER_DATABASE_URL,
    sourceManagerUrl: vars.SOURCE_MANAGER_URL,
    trust: readTokenTrust(vars),
    identity: readIdentity(vars.SOURCE_MANAGER_TOKEN, vars.JWT_SECRET),
    maxArticleAgeDays: vars.SOURCE_MAX_ARTICLE_AGE_DAYS,
    movedAfterDays: vars.POLL_MOVED_AFTER_DAYS,
    polling: {
      tickSeconds: vars.POLL_TICK_SECONDS,
      hostsAtOnce: vars.POLL_HOSTS_AT_ONCE,
      delays: { byHost: vars.POLL_HOST_DELAYS, byType: vars.POLL_TYPE_DELAYS },
      schedule: {
        defaultIntervalMinutes: vars.POLL_DEFAULT_INTERVAL_MINUTES,
        maxFreshHours: vars.POLL_MAX_FRESH_HOURS,
      },
    },
    fetching: {
      ...readFetchLimits(vars),
      userAgent: `Feedwarden/0.1 (+${vars.FETCH_CONTACT_URL})`,
      allowPrivate: vars.FETCH_ALLOW_PRIVATE_NETWORKS,
      respectRobots: vars.FETCH_RESPECT_ROBOTS,
    },
    twitterApiUrl: vars.TWITTER_API_URL.replace(/\/+$/, ''),
    rateLimitPerMinute: vars.API_RATE_LIMIT_PER_MINUTE,
    logLevel: vars.LOG_LEVEL,
  };
}

function readIdentity(token: string | undefined, secret: string | undefined): Config['identity'] {
  if (token) return { token };
  if (secret) return { secret };
  throw new Error('neither a token nor a secret: the configuration was not checked');
}
